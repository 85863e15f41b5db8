import { ApiError } from '../../errors/api-error.ts';

export interface Token {
  readonly kind: 'mark' | 'text' | 'word';
  /** A bracket, the content of a quoted text, or a word. */
  readonly text: string;
}

const MAX_LENGTH = 8000;
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** The tokens of a filter. Error `scimInvalidFilter`. */
export function tokensOf(filter: string): Token[] {
  if (filter.length > MAX_LENGTH) throw invalidFilter(`it is longer than ${MAX_LENGTH} characters`);
  const trimmed = filter.trimEnd();
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < trimmed.length) {
    const at = pattern.lastIndex;
    const [, mark, quoted, word] = pattern.exec(trimmed) ?? [];
    if (mark === undefined && quoted === undefined && word === undefined)
      throw invalidFilter(`it cannot be read from character ${at + 1} on`);
    if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: unquoted(quoted) });
    else tokens.push({ kind: 'word', text: word ?? '' });
  }
  return tokens;
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw invalidFilter(`${quoted.slice(0, 100)} is no JSON text`);
  }
}

/** The error for an invalid filter. */
export function invalidFilter(reason: string): ApiError {
  return new ApiError('scimInvalidFilter', { reason });
}

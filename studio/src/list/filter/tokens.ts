/** A token of a filter's text, with its position. */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'sign' | 'open' | 'close' | 'comma' | 'end' | 'broken';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const PIECES: readonly (readonly [Token['kind'], RegExp])[] = [
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
  ['sign', /!=|<>|<=|>=|[=<>]/y],
  ['string', /"(?:[^"\\]|\\.)*"/sy],
  ['name', /`[^`]+`/y],
  ['word', /[^\s()",=<>!`]+/y],
  ['broken', /["`].*|./sy],
];
const SPACE = /\s*/y;

/** Splits a filter's text into tokens. The last one is the end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, tokens.at(-1)?.to ?? text.length))
    tokens.push(tokenAt(text, at));
  return [...tokens, { kind: 'end', text: '', from: text.length, to: text.length }];
}

function tokenAt(text: string, from: number): Token {
  for (const [kind, pattern] of PIECES) {
    pattern.lastIndex = from;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: plain(kind, found), from, to: from + found.length };
  }
  throw new Error(`nothing reads the filter at ${from}`);
}

function plain(kind: Token['kind'], found: string): string {
  if (kind === 'string') return found.slice(1, -1).replace(/\\(.)/gs, '$1');
  return kind === 'name' ? found.slice(1, -1) : found;
}

function afterSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** A piece of a note: plain, or with one of the few kinds of emphasis that notes may use. */
export interface Piece {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  readonly text: string;
  readonly href?: string;
}

const MARKED =
  /\*\*(?<strong>[^*\n]+)\*\*|(?<![\w*])[*_](?<emphasis>[^*_\n]+)[*_](?![\w*])|`(?<code>[^`\n]+)`|\[(?<label>[^\]\n]+)\]\((?<href>[^\s)]+)\)/g;

/** The paragraphs of a note, as pieces: a small part of Markdown. Anything else stays text. */
export const parseNote = (note: string): readonly (readonly Piece[])[] =>
  note
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^#{1,6}\s+/, '').trim())
    .filter((paragraph) => paragraph !== '')
    .map(piecesOf);

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push(markedPiece(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

function markedPiece({ 0: whole, groups = {} }: RegExpMatchArray): Piece {
  const { strong, emphasis, code, label, href } = groups;
  if (strong) return { kind: 'strong', text: strong };
  if (emphasis) return { kind: 'emphasis', text: emphasis };
  if (code) return { kind: 'code', text: code };
  return label && href && isSafe(href) ? { kind: 'link', text: label, href } : { kind: 'text', text: whole };
}

/** Whether a link leads to a page or a mail address, and cannot run a script. */
const isSafe = (href: string): boolean => /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href);

/** A piece of text that was kept, added, or removed. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The result of the diff library. */
interface Part {
  readonly value: string;
  readonly added?: boolean;
  readonly removed?: boolean;
}

const AROUND = 48;

/** The pieces of a difference. */
export const piecesOf = (parts: readonly Part[]): readonly Piece[] =>
  parts.map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }));

/** The pieces with only a few words around each change. */
export const aroundChanges = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece, index) =>
    piece.kind === 'same' ? { ...piece, text: shortened(piece.text, index > 0, index < pieces.length - 1) } : piece,
  );

/** The beginning of a text behind a change, the end of one before a change, or both. */
function shortened(text: string, isAfter: boolean, isBefore: boolean): string {
  if (text.length <= AROUND * 2 + 12) return isAfter && isBefore ? text : edge(text, isAfter, isBefore);
  const start = isAfter ? untilSpace(text.slice(0, AROUND)) : '';
  const end = isBefore ? fromSpace(text.slice(-AROUND)) : '';
  return `${start}…${end}`;
}

function edge(text: string, isAfter: boolean, isBefore: boolean): string {
  if (text.length <= AROUND + 12) return text;
  if (isAfter) return `${untilSpace(text.slice(0, AROUND))}…`;
  return isBefore ? `…${fromSpace(text.slice(-AROUND))}` : text;
}

const untilSpace = (text: string): string => text.slice(0, Math.max(text.lastIndexOf(' ') + 1, 1));
const fromSpace = (text: string): string => text.slice(Math.max(text.indexOf(' '), 0));

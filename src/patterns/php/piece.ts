/**
 * A part of a pattern in the syntax of each engine: `linear` for the linear one, `search` for the backtracking one;
 * null if the engine cannot express it.
 */
export interface Piece {
  readonly linear: string | null;
  readonly search: string | null;
}

/** A construct that no engine here handles as PHP does. */
export class Unsupported extends Error {
  readonly construct: string;

  constructor(construct: string) {
    super(`${construct} cannot be used`);
    this.construct = construct;
  }
}

export const both = (text: string): Piece => ({ linear: text, search: text });
export const searchOnly = (text: string): Piece => ({ linear: null, search: text });

/** Concatenates pieces. */
export function joined(pieces: readonly Piece[]): Piece {
  const of = (engine: keyof Piece): string | null =>
    pieces.some((piece) => piece[engine] === null) ? null : pieces.map((piece) => piece[engine]).join('');
  return { linear: of('linear'), search: of('search') };
}

/** A literal character. */
export function literal(character: string): Piece {
  return both(/[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character);
}

/** A character by its code point. */
export function numbered(code: number): Piece {
  if (!(code <= 0x10ffff)) throw new Unsupported('a character beyond U+10FFFF');
  const hex = code.toString(16);
  return { linear: `\\x{${hex}}`, search: `\\u{${hex}}` };
}

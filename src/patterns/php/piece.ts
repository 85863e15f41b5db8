/**
 * A piece of a pattern as each engine writes it: `linear` for the one whose time grows with the text alone, `search` for
 * the one that backtracks; null where it cannot say it.
 */
export interface Piece {
  readonly linear: string | null;
  readonly search: string | null;
}

/** What no engine here does as PHP does. */
export class Unsupported extends Error {
  readonly construct: string;

  constructor(construct: string) {
    super(`${construct} cannot be used`);
    this.construct = construct;
  }
}

export const both = (text: string): Piece => ({ linear: text, search: text });
export const searchOnly = (text: string): Piece => ({ linear: null, search: text });

/** The pieces one after the other. */
export function joined(pieces: readonly Piece[]): Piece {
  const of = (engine: keyof Piece): string | null =>
    pieces.some((piece) => piece[engine] === null) ? null : pieces.map((piece) => piece[engine]).join('');
  return { linear: of('linear'), search: of('search') };
}

/** A character as itself. */
export function literal(character: string): Piece {
  return both(/[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character);
}

/** A character by its number. */
export function numbered(code: number): Piece {
  if (!(code <= 0x10ffff)) throw new Unsupported('a character beyond U+10FFFF');
  const hex = code.toString(16);
  return { linear: `\\x{${hex}}`, search: `\\u{${hex}}` };
}

import { named } from '../../shared/named.ts';
import { both, joined, numbered, type Piece, Unsupported } from './piece.ts';

type Range = readonly [first: number, last: number];

const LAST = 0x10ffff;
/** Character classes by letter, without the modifier `u`. */
const PLAIN: Readonly<Record<string, readonly Range[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  h: [
    [0x09, 0x09],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x180e, 0x180e],
    [0x2000, 0x200a],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ],
  v: [
    [0x0a, 0x0d],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ],
  n: [[0x0a, 0x0a]],
};
/** Character classes that the modifier `u` extends to all scripts, in the form for use inside brackets. */
const UNICODE: Readonly<Record<string, Piece>> = {
  d: both('\\p{Nd}'),
  w: both('\\p{L}\\p{N}_'),
  s: joined([
    both('\\p{Z}'),
    inside([
      [0x09, 0x0d],
      [0x85, 0x85],
    ]),
  ]),
};
const POSIX = named<readonly Range[]>({
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  digit: [[0x30, 0x39]],
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  upper: [[0x41, 0x5a]],
  lower: [[0x61, 0x7a]],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
});

/** Whether a letter after a backslash denotes a character class. */
export const isShorthand = (letter: string): boolean => letter === 'N' || /^[dwshv]$/i.test(letter);

/** The class that a letter after a backslash denotes, outside brackets. */
export function shorthand(letter: string, unicode: boolean): Piece {
  const isNegated = letter !== letter.toLowerCase();
  return joined([both(isNegated ? '[^' : '['), contentOf(letter.toLowerCase(), unicode), both(']')]);
}

/** The class that a letter after a backslash denotes, inside brackets. */
export function shorthandInside(letter: string, unicode: boolean): Piece {
  const name = letter.toLowerCase();
  if (letter === name) return contentOf(name, unicode);
  if (!(unicode && name in UNICODE)) return inside(others(PLAIN[name] ?? []));
  if (name === 'd') return both('\\P{Nd}');
  throw new Unsupported(`"\\${letter}" in brackets, with the modifier "u"`);
}

/** A named class such as `[:alpha:]`, inside brackets. */
export function posixInside(name: string, unicode: boolean): Piece {
  const ranges = POSIX[name];
  if (!ranges || unicode) throw new Unsupported(`"[:${name}:]"${ranges ? ', with the modifier "u"' : ''}`);
  return inside(ranges);
}

function contentOf(name: string, unicode: boolean): Piece {
  return (unicode && UNICODE[name]) || inside(PLAIN[name] ?? []);
}

function inside(ranges: readonly Range[]): Piece {
  return joined(ranges.flatMap(([first, last]) => [numbered(first), both('-'), numbered(last)]));
}

function others(ranges: readonly Range[]): Range[] {
  const starts = [0, ...ranges.map(([, last]) => last + 1)];
  const ends = [...ranges.map(([first]) => first - 1), LAST];
  return starts.flatMap((first, index) => (first <= (ends[index] ?? 0) ? [[first, ends[index] ?? 0] as const] : []));
}

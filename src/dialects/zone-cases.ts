import type { ZoneOffset } from '../shared/zone-offsets.ts';

/** Moments at either end of the engines' range are not shifted, because the result might be out of range. */
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-31T00:00:00Z');

/**
 * An expression for the offset of a time zone at a moment in UTC, in seconds. It is a binary search, because a zone may
 * have hundreds of offsets.
 */
export function offsetAt(moment: string, offsets: readonly ZoneOffset[], literal: (text: string) => string): string {
  if (offsets.every(({ seconds }) => seconds === 0)) return '0';
  const [first] = offsets;
  const bounded = [
    { from: Number.NEGATIVE_INFINITY, seconds: 0 },
    { from: EARLIEST, seconds: first?.seconds ?? 0 },
    ...offsets.slice(1),
    { from: LATEST, seconds: 0 },
  ];
  return among(bounded);

  function among(some: readonly ZoneOffset[]): string {
    if (some.length === 1) return String(some[0]?.seconds);
    const half = Math.ceil(some.length / 2);
    const bound = literal(written(some[half]?.from ?? 0));
    return `CASE WHEN ${moment} < ${bound} THEN ${among(some.slice(0, half))} ELSE ${among(some.slice(half))} END`;
  }
}

/** `YYYY-MM-DD HH:MM:SS`, with four digits for the year in the first centuries, too. */
const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

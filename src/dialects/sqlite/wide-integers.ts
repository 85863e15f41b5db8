import type { Row } from '../../query/shape/row.ts';

/** What the driver says of an integer that a number does not hold exactly. */
const WIDE = /too large to be represented as a JavaScript number/;

/** Whether a statement failed because of such an integer; it can be read again with integers as `bigint`. */
export const isWide = (error: unknown): boolean => error instanceof Error && WIDE.test(error.message);

/**
 * Replaces the `bigint`s of a row: by numbers, or by texts beyond what a number holds exactly. It refers to nothing
 * outside of itself, because read processes and write processes get its source.
 */
export function narrowed(row: Row): Row {
  const values = row as unknown[];
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    values[index] = Number.isSafeInteger(number) ? number : String(value);
  }
  return row;
}

/** The source of {@link narrowed}. */
export const NARROWED = narrowed.toString();

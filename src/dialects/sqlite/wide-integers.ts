import type { Row } from '../../query/shape/row.ts';

/** What the driver says of an integer that a number does not hold exactly. */
const WIDE = /too large to be represented as a JavaScript number/;

/** Whether a statement failed because of such an integer; it can be read again with integers as `bigint`. */
export const isWide = (error: unknown): boolean => error instanceof Error && WIDE.test(error.message);

/**
 * The source of a function that replaces the `bigint`s of a row: by numbers, or by texts beyond what a number holds
 * exactly. Read processes and write processes run it as well.
 */
export const NARROWED = `(row) => {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    row[index] = Number.isSafeInteger(number) ? number : String(value);
  }
  return row;
}`;

/** Replaces the `bigint`s of a row as {@link NARROWED} does. */
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

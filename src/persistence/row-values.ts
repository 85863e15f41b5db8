import type { TableRow } from './table-rows.ts';

/** The number in a column of a row; null for null. */
export const numberIn = (row: TableRow, column: string): number | null =>
  row[column] === null ? null : Number(row[column]);

/** The text in a column of a row; null for null. */
export const textIn = (row: TableRow, column: string): string | null =>
  row[column] === null ? null : String(row[column]);

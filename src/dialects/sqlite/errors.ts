import type { DatabaseFailure } from '../dialect.ts';
import { ResultTooLarge } from '../result-size.ts';
import { GONE, LATE } from './read-process/read-process.ts';

/** The result code of a disk error. */
export const IO_ERROR = 10;

/** SQLite result codes about the disk, the system and the file. */
const CODES: ReadonlyMap<number, DatabaseFailure> = new Map([
  [5, { kind: 'busy' }],
  [6, { kind: 'busy' }],
  [7, { kind: 'unreachable' }],
  [8, { kind: 'readOnly' }],
  [IO_ERROR, { kind: 'unreachable' }],
  [11, { kind: 'unreachable' }],
  [13, { kind: 'full' }],
  [14, { kind: 'unreachable' }],
  [26, { kind: 'unreachable' }],
]);
/** Result codes of constraints, with their detail. */
const CHECKS: ReadonlyMap<number, DatabaseFailure> = new Map([
  [275, { kind: 'value' }],
  [1811, { kind: 'refused' }],
  [3091, { kind: 'value' }],
]);
const COMPUTED = /cannot (UPDATE|INSERT into) generated column/;
/** The low bits hold the primary result code; the high bits add detail. */
const PRIMARY = 0xff;

/** Classifies an error of the SQLite driver; null for errors that do not come from the database. */
export function classify(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const unique = /UNIQUE constraint failed: (.*)$/.exec(error.message)?.[1];
  if (unique !== undefined) return { kind: 'unique', columns: unique.split(', ').map(columnOf) };
  const missing = /NOT NULL constraint failed: (.*)$/.exec(error.message)?.[1];
  if (missing !== undefined) return { kind: 'notNull', column: columnOf(missing) };
  const { code } = error as { readonly code?: unknown };
  if (error instanceof ResultTooLarge) return { kind: 'tooLarge' };
  if (code === LATE) return { kind: 'late' };
  if (code === GONE) return { kind: 'busy' };
  if (/BigInt value is too large to bind/.test(error.message)) return { kind: 'value' };
  if (/no such (table|column)|has no column named|table .* already exists|duplicate column name/.test(error.message))
    return { kind: 'schema' };
  if (error.message.includes('unknown datatype for '))
    return { kind: 'value', limit: 'its table is STRICT and has only the datatypes INT, REAL, TEXT and BLOB' };
  if (COMPUTED.test(error.message)) return { kind: 'computed' };
  const { errcode = 0 } = error as Error & { readonly errcode?: number };
  return CHECKS.get(errcode) ?? CODES.get(errcode & PRIMARY) ?? null;
}

/** `articles.code` → `code`. Names may contain dots; the table's name comes first. */
function columnOf(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf('.') + 1);
}

import type { DatabaseFailure } from '../dialect.ts';
import { GONE, LATE } from './apart/reading-process.ts';

/** What an error of the SQLite driver means; null for errors that are not the database's. */
export function classify(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const unique = /UNIQUE constraint failed: (.*)$/.exec(error.message)?.[1];
  if (unique !== undefined) return { kind: 'unique', columns: unique.split(', ').map(columnOf) };
  const missing = /NOT NULL constraint failed: (.*)$/.exec(error.message)?.[1];
  if (missing !== undefined) return { kind: 'notNull', column: columnOf(missing) };
  const { code } = error as { readonly code?: unknown };
  if (code === LATE) return { kind: 'late' };
  if (code === GONE) return { kind: 'busy' };
  if (/BigInt value is too large to bind/.test(error.message)) return { kind: 'value' };
  if (/no such (table|column)|has no column named|table .* already exists|duplicate column name/.test(error.message))
    return { kind: 'schema' };
  if (/database (table )?is locked|database schema is locked/.test(error.message)) return { kind: 'busy' };
  if (/unable to open database|file is not a database|disk image is malformed/.test(error.message))
    return { kind: 'unreachable' };
  return null;
}

/** `articles.code` → `code`; names may hold dots, the table's comes first. */
function columnOf(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf('.') + 1);
}

import type { Statement } from '../dialect.ts';

/** The number of rows of a table by the engine's statistics; negative if it has none yet. */
export function roughSize(table: string): Statement {
  const text = `SELECT reltuples FROM pg_catalog.pg_class WHERE relnamespace = 'public'::regnamespace AND relname = $1`;
  return { text, parameters: [table] };
}

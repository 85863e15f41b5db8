import type { Reader } from '../dialect.ts';
import { quote } from './quoting.ts';

const SIZE = 'SELECT pg_catalog.pg_database_size(pg_catalog.current_database())';

/** The size of the database in bytes, from the engine's metadata. */
export async function size(reader: Reader): Promise<number> {
  const [row] = await reader.all({ text: SIZE, parameters: [] });
  return Number(row?.[0] ?? 0);
}

/** The number of rows in a table according to the engine's statistics; undefined if it was never analysed. */
export async function estimatedRows(reader: Reader, table: string): Promise<number | undefined> {
  const text = 'SELECT reltuples FROM pg_class WHERE oid = to_regclass($1)';
  const [row] = await reader.all({ text, parameters: [quote(table)] });
  const rows = Number(row?.[0] ?? -1);
  return rows < 0 ? undefined : rows;
}

import type { Reader } from '../dialect.ts';

const SIZE = 'SELECT pg_catalog.pg_database_size(pg_catalog.current_database())';

/** The size of the database in bytes, as the engine knows it without reading tables. */
export async function size(reader: Reader): Promise<number> {
  const [row] = await reader.all({ text: SIZE, parameters: [] });
  return Number(row?.[0] ?? 0);
}

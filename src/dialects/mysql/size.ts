import type { Reader } from '../dialect.ts';

const SIZE = `SELECT COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`;

/** The size of the database in bytes, as the engine knows it without reading tables. */
export async function size(reader: Reader): Promise<number> {
  const [row] = await reader.all({ text: SIZE, parameters: [] });
  return Number(row?.[0] ?? 0);
}

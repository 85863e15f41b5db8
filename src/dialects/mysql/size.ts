import type { Reader } from '../dialect.ts';

const SIZE = `SELECT COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`;

/** The size of the database in bytes, from the engine's metadata. */
export async function size(reader: Reader): Promise<number> {
  const [row] = await reader.all({ text: SIZE, parameters: [] });
  return Number(row?.[0] ?? 0);
}

/** The number of rows in a table according to the engine's statistics; undefined if there are none. */
export async function estimatedRows(reader: Reader, table: string): Promise<number | undefined> {
  const text = 'SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?';
  const [row] = await reader.all({ text, parameters: [table] });
  return row ? Number(row[0]) : undefined;
}

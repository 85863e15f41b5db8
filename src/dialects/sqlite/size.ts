import type { Reader } from '../dialect.ts';

const SIZE = 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()';

/** The size of the database in bytes, from the engine's metadata. */
export async function size(reader: Reader): Promise<number> {
  const [row] = await reader.all({ text: SIZE, parameters: [] });
  return Number(row?.[0] ?? 0);
}

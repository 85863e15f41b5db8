import type { ForeignKey } from '../../schema/column.ts';
import type { Reader } from '../dialect.ts';
import { toCounters, toForeignKey } from '../foreign-key.ts';

/** A key that names no column of its target means the primary key. */
const FOREIGN_KEYS = `SELECT m.name, MIN(k."from"), MIN(k."table"),
    COALESCE(MIN(k."to"), (SELECT c.name FROM pragma_table_info(k."table") c WHERE c.pk = 1))
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
  WHERE m.type = 'table' GROUP BY m.name, k.id HAVING COUNT(*) = 1 ORDER BY m.name, k.id`;
const COUNTING = `SELECT COUNT(*) FROM sqlite_master WHERE name = 'sqlite_sequence'`;
const COUNTERS = 'SELECT name, CAST(seq + 1 AS TEXT) FROM sqlite_sequence';

/** Foreign keys over one column. */
export async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  return (await reader.all({ text: FOREIGN_KEYS, parameters: [] })).map(toForeignKey);
}

/** What the counting columns give next; the engine keeps them in a table that comes with the first of them. */
export async function counters(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const [row] = await reader.all({ text: COUNTING, parameters: [] });
  return Number(row?.[0]) === 0 ? new Map() : toCounters(await reader.all({ text: COUNTERS, parameters: [] }));
}

import type { Column, ForeignKey } from '../../schema/column.ts';
import type { Stored } from '../../schema/stored.ts';
import { asText } from '../../shared/text.ts';
import type { Reader } from '../dialect.ts';
import { toCounters, toForeignKey } from '../foreign-key.ts';

/** A foreign key without a target column refers to the primary key. */
const FOREIGN_KEYS = `SELECT m.name, MIN(k."from"), MIN(k."table"),
    COALESCE(MIN(k."to"), (SELECT c.name FROM pragma_table_info(k."table") c WHERE c.pk = 1))
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
  WHERE m.type = 'table' GROUP BY m.name, k.id HAVING COUNT(*) = 1 ORDER BY m.name, k.id`;
const REFERRING = `SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger') AND name NOT LIKE 'octavo!_%' ESCAPE '!'
  UNION ALL SELECT 1 FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
    WHERE m.type = 'table' AND k."table" = ? COLLATE NOCASE AND m.name <> ? LIMIT 1`;
const DEFAULT = 'SELECT dflt_value FROM pragma_table_xinfo(?) WHERE name = ?';
const COUNTING = `SELECT COUNT(*) FROM sqlite_master WHERE name = 'sqlite_sequence'`;
const COUNTERS = 'SELECT name, CAST(seq + 1 AS TEXT) FROM sqlite_sequence';

/** Single-column foreign keys. */
export async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  return (await reader.all({ text: FOREIGN_KEYS, parameters: [] })).map(toForeignKey);
}

/**
 * Whether foreign keys of other tables refer to a table. Views and triggers may also do so; they follow it to a new
 * name.
 */
export async function isReferredTo(reader: Reader, table: string): Promise<boolean> {
  return (await reader.all({ text: REFERRING, parameters: [table, table] })).length > 0;
}

/** The next auto-increment values; the engine keeps them in a table that is created with the first such column. */
export async function counters(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const [row] = await reader.all({ text: COUNTING, parameters: [] });
  return Number(row?.[0]) === 0 ? new Map() : toCounters(await reader.all({ text: COUNTERS, parameters: [] }));
}

/** A value from the default of a column, of which only the engine knows whether it is an expression. */
export async function valueByDefault(reader: Reader, table: string, { name }: Column): Promise<Stored> {
  const [found] = await reader.all({ text: DEFAULT, parameters: [table, name] });
  const [row] = await reader.all({ text: `SELECT (${asText(found?.[0])})`, parameters: [] });
  return row?.[0] ?? null;
}

import type { Column, ForeignKey } from '../../schema/column.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Reader } from '../dialect.ts';
import { toCounters, toForeignKey } from '../foreign-key.ts';
import { literal } from './quoting.ts';

const FOREIGN_KEYS = `SELECT TABLE_NAME, MIN(COLUMN_NAME), MIN(REFERENCED_TABLE_NAME), MIN(REFERENCED_COLUMN_NAME)
  FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE()
  GROUP BY TABLE_NAME, CONSTRAINT_NAME HAVING COUNT(*) = 1 ORDER BY TABLE_NAME, CONSTRAINT_NAME`;
const REFERRING = `SELECT 1 FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE()
  AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = ? AND TABLE_NAME <> ? LIMIT 1`;
const COUNTERS = `SELECT TABLE_NAME, CAST(AUTO_INCREMENT AS CHAR) FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND AUTO_INCREMENT IS NOT NULL`;

/** Single-column foreign keys within the database. */
export async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  return (await reader.all({ text: FOREIGN_KEYS, parameters: [] })).map(toForeignKey);
}

/**
 * Whether foreign keys of other tables refer to a table. Views refer to tables by name, and do not follow a renamed
 * one.
 */
export async function isReferredTo(reader: Reader, table: string): Promise<boolean> {
  return (await reader.all({ text: REFERRING, parameters: [table, table] })).length > 0;
}

/** The next auto-increment values. */
export async function counters(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  return toCounters(await reader.all({ text: COUNTERS, parameters: [] }));
}

/**
 * A value from the default of a column. Its SQL is known if it is more than a literal. The driver would leave out a
 * fraction of a second.
 */
export async function valueByDefault(reader: Reader, _table: string, column: Column): Promise<Stored> {
  const sql = column.native?.default ?? literal(column.default ?? '');
  const text = `SELECT ${column.fraction === undefined ? sql : `CAST(${sql} AS CHAR)`}`;
  const [row] = await reader.all({ text, parameters: [] });
  return row?.[0] ?? null;
}

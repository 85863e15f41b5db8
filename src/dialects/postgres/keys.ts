import type { ForeignKey } from '../../schema/column.ts';
import type { Reader } from '../dialect.ts';
import { toCounters, toForeignKey } from '../foreign-key.ts';
import { literal, quote } from './quoting.ts';

const FOREIGN_KEYS = `SELECT c.relname, a.attname, t.relname, b.attname FROM pg_catalog.pg_constraint k
  JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_class t ON t.oid = k.confrelid
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  JOIN pg_catalog.pg_attribute b ON b.attrelid = t.oid AND b.attnum = k.confkey[1]
  WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 AND c.relnamespace = 'public'::regnamespace
    AND t.relnamespace = 'public'::regnamespace AND NOT c.relispartition ORDER BY c.relname, k.conname`;
const REFERRING = `SELECT 1 FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confrelid = to_regclass(?)
    AND conrelid <> confrelid
  UNION ALL SELECT 1 FROM pg_catalog.pg_depend WHERE classid = 'pg_rewrite'::regclass
    AND refclassid = 'pg_class'::regclass AND refobjid = to_regclass(?)
  UNION ALL SELECT 1 FROM pg_catalog.pg_inherits WHERE to_regclass(?) IN (inhparent, inhrelid) LIMIT 1`;
const SEQUENCES = `SELECT c.relname, s.relname FROM pg_catalog.pg_class s
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid
    AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
  JOIN pg_catalog.pg_class c ON c.oid = d.refobjid
  WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace AND c.relnamespace = 'public'::regnamespace`;

/** Single-column foreign keys between tables of the schema `public`. */
export async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  return (await reader.all({ text: FOREIGN_KEYS, parameters: [] })).map(toForeignKey);
}

/** Whether views, foreign keys of other tables, or partitions refer to a table. */
export async function isReferredTo(reader: Reader, table: string): Promise<boolean> {
  return (await reader.all({ text: REFERRING.replaceAll('?', literal(quote(table))), parameters: [] })).length > 0;
}

/**
 * The next auto-increment values. If a sequence has been set but not used yet, its value must be read from the sequence
 * itself.
 */
export async function counters(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const sequences = await reader.all({ text: SEQUENCES, parameters: [] });
  const parts = sequences.map(([table, sequence]) => nextOf(String(table), String(sequence)));
  return parts.length === 0
    ? new Map()
    : toCounters(await reader.all({ text: parts.join(' UNION ALL '), parameters: [] }));
}

function nextOf(table: string, sequence: string): string {
  return `SELECT ${literal(table)}, (last_value + is_called::int)::text FROM ${quote(sequence)}`;
}

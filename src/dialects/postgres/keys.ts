import type { ForeignKey } from '../../schema/column.ts';
import type { Reader } from '../dialect.ts';
import { toCounters, toForeignKey } from '../foreign-key.ts';

const FOREIGN_KEYS = `SELECT c.relname, a.attname, t.relname, b.attname FROM pg_catalog.pg_constraint k
  JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_class t ON t.oid = k.confrelid
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  JOIN pg_catalog.pg_attribute b ON b.attrelid = t.oid AND b.attnum = k.confkey[1]
  WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 AND c.relnamespace = 'public'::regnamespace
    AND t.relnamespace = 'public'::regnamespace AND NOT c.relispartition ORDER BY c.relname, k.conname`;
const COUNTERS = `SELECT c.relname, (COALESCE(pg_sequence_last_value(s.seqrelid), s.seqstart - 1) + 1)::text
  FROM pg_catalog.pg_sequence s
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.seqrelid
    AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
  JOIN pg_catalog.pg_class c ON c.oid = d.refobjid WHERE c.relnamespace = 'public'::regnamespace`;

/** Foreign keys over one column between tables of the schema `public`. */
export async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  return (await reader.all({ text: FOREIGN_KEYS, parameters: [] })).map(toForeignKey);
}

/** What the counting columns give next. */
export async function counters(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  return toCounters(await reader.all({ text: COUNTERS, parameters: [] }));
}

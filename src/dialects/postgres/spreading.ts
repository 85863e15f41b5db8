import type { Reader } from '../dialect.ts';

const SPREADING = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
  WHERE c.relkind IN ('v', 'm', 'p', 'f') OR c.relhassubclass
    OR EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
    OR EXISTS (SELECT 1 FROM pg_rewrite r WHERE r.ev_class = c.oid)
    OR EXISTS (SELECT 1 FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
      AND (f.confdeltype IN ('c', 'n', 'd') OR f.confupdtype IN ('c', 'n', 'd')))
  LIMIT 1`;

/** Whether a write to one table can change another: through triggers, rules, views, partitions or foreign keys with actions. */
export async function writesSpread(reader: Reader): Promise<boolean> {
  return (await reader.all({ text: SPREADING, parameters: [] })).length > 0;
}

import type { Row } from '../../query/shape/row.ts';
import type { Connection } from '../dialect.ts';
import { quote } from './quoting.ts';

/** Objects of an extension cannot be dropped on their own. */
const OWN = `NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend e
    WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')`;
const IN_SCHEMA = `FROM pg_catalog.pg_class c WHERE c.relnamespace = 'public'::regnamespace AND ${OWN}`;
/** The views that no other view reads. */
const OUTERMOST = `SELECT c.relname, c.relkind ${IN_SCHEMA} AND c.relkind IN ('v', 'm')
  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
      AND r.ev_class <> c.oid)`;
const TABLES = `SELECT c.relname ${IN_SCHEMA} AND c.relkind IN ('r', 'p')`;

/**
 * Drops the views of the schema `public`, beginning with those that no other view reads, and then the tables. Other
 * schemas are not touched; if something in them depends on these, the engine refuses.
 */
export async function dropTables(connection: Connection, tables: readonly string[]): Promise<void> {
  const read = (text: string) => connection.all({ text, parameters: [] });
  const run = (text: string) => connection.run({ text, parameters: [] });
  for (let views = await read(OUTERMOST); views.length > 0; views = await read(OUTERMOST))
    for (const view of views) await run(dropView(view));
  const own = new Set((await read(TABLES)).map(([name]) => String(name)));
  const dropped = tables.filter((table) => own.has(table));
  if (dropped.length > 0) await run(`DROP TABLE ${dropped.map(quote).join(', ')}`);
}

const dropView = ([name, kind]: Row): string =>
  `DROP ${kind === 'm' ? 'MATERIALIZED VIEW' : 'VIEW'} ${quote(String(name))}`;

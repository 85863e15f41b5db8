import type { Connection } from '../dialect.ts';
import { quote } from './quoting.ts';

const VIEWS = `SELECT name FROM sqlite_master WHERE type = 'view'`;

/** Drops tables and all views. Foreign keys are not enforced, so the order does not matter. */
export async function dropTables(connection: Connection, tables: readonly string[]): Promise<void> {
  const run = (text: string) => connection.run({ text, parameters: [] });
  for (const [view] of await connection.all({ text: VIEWS, parameters: [] }))
    await run(`DROP VIEW ${quote(String(view))}`);
  for (const table of tables) await run(`DROP TABLE ${quote(table)}`);
}

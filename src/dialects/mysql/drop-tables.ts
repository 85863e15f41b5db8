import type { Connection } from '../dialect.ts';
import { quote } from './quoting.ts';

const VIEWS = 'SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()';

/** Drops tables and the views of the database. Foreign keys are not checked meanwhile, even if it fails. */
export async function dropTables(connection: Connection, tables: readonly string[]): Promise<void> {
  const run = (text: string) => connection.run({ text, parameters: [] });
  for (const [view] of await connection.all({ text: VIEWS, parameters: [] }))
    await run(`DROP VIEW ${quote(String(view))}`);
  await run('SET SESSION foreign_key_checks = 0');
  try {
    for (const table of tables) await run(`DROP TABLE ${quote(table)}`);
  } finally {
    await run('SET SESSION foreign_key_checks = 1');
  }
}

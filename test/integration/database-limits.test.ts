import { expect, it } from 'vitest';
import { dialectOf } from '../../src/dialects/registry.ts';
import { databaseOf } from '../../src/projects/database-body.ts';
import { onEngines } from '../support/on-every-engine.ts';

const PARALLEL = 20;
const LIMIT = {
  mysql: `SHOW VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time')`,
  postgres: `SELECT name, setting FROM pg_settings WHERE name = 'statement_timeout'`,
};
/** Takes a minute. MySQL would answer a sleep that ends early as if nothing had happened. */
const LONG = {
  mysql: `SELECT COUNT(*) FROM ${Array.from({ length: 9 }, (_, index) => `information_schema.COLLATIONS c${index}`).join(', ')}`,
  postgres: 'SELECT pg_sleep(60)',
};
const SESSION = { mysql: 'SELECT CONNECTION_ID(), SLEEP(0.05)', postgres: 'SELECT pg_backend_pid(), pg_sleep(0.05)' };

onEngines(['mysql', 'postgres'], 'the limits of a project', ({ database, engine, server, project, prepare }) => {
  prepare(() => ({ project: { db_connections: '5', db_statement_timeout: 7 } }));

  it('apply in its sessions', async () => {
    const found = await project.opened();
    const [row] = (await found.database.all({ text: LIMIT[engine], parameters: [] })) ?? [];
    // MariaDB counts seconds, the others milliseconds.
    expect([7, 7_000]).toContain(Number(row?.[1]));
    const read = () => found.database.all({ text: SESSION[engine], parameters: [] });
    const rows = await Promise.all(Array.from({ length: PARALLEL }, read));
    expect(new Set(rows.map((answer) => String(answer?.[0]?.[0]))).size).toBeLessThanOrEqual(5);
  });

  it('end a statement that takes longer', async () => {
    const address = server.app.registry.locations.addressOf(
      databaseOf({ ...database, db_name: `limits${process.pid}`, db_statement_timeout: 1 }),
    );
    const dialect = await dialectOf(engine);
    const open = await dialect.open(address);
    const read = async () => open.all({ text: LONG[engine], parameters: [] });
    const failure = await read().catch((error: unknown) => dialect.classify(error));
    expect(failure).toEqual({ kind: 'late' });
    await open.close();
  });
});

import { expect, it } from 'vitest';
import { dialectOf } from '../../src/dialects/registry.ts';
import { databaseOf } from '../../src/projects/database-body.ts';
import { onEngines } from '../support/on-every-engine.ts';

const PARALLEL = 20;
const LIMIT = {
  mysql: `SELECT IF(VERSION() LIKE '%MariaDB%', @@max_statement_time, 7)`,
  postgres: `SELECT setting::int / 1000 FROM pg_settings WHERE name = 'statement_timeout'`,
};
const SESSION = { mysql: 'SELECT CONNECTION_ID(), SLEEP(0.05)', postgres: 'SELECT pg_backend_pid(), pg_sleep(0.05)' };

onEngines(['mysql', 'postgres'], 'the limits of a project', ({ database, engine, server, project, prepare }) => {
  prepare(() => ({ project: { db_connections: '5', db_statement_timeout: 7 } }));

  it('apply in its sessions', async () => {
    const found = await project.opened();
    const [row] = (await found.database.all({ text: LIMIT[engine], parameters: [] })) ?? [];
    expect(Number(row?.[0])).toBe(7);
    const read = () => found.database.all({ text: SESSION[engine], parameters: [] });
    const rows = await Promise.all(Array.from({ length: PARALLEL }, read));
    expect(new Set(rows.map((answer) => String(answer?.[0]?.[0]))).size).toBeLessThanOrEqual(5);
  });

  it('end a statement that takes longer', async () => {
    const address = server.app.registry.addressOf(
      databaseOf({ ...database, db_name: `limits${process.pid}`, db_statement_timeout: 1 }),
    );
    const dialect = await dialectOf(engine);
    const open = await dialect.open(address);
    const text = SESSION[engine].replace('0.05', '60');
    const read = async () => open.all({ text, parameters: [] });
    const failure = await read().catch((error: unknown) => dialect.classify(error));
    expect(failure).toEqual({ kind: 'late' });
    await open.close();
  });
});

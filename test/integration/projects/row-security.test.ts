import postgres from 'postgres';
import { beforeAll, expect, it } from 'vitest';
import { copyProject } from '../../../src/projects/copy/copy.ts';
import { databaseOf } from '../../../src/projects/database-body.ts';
import { id } from '../../support/fields.ts';
import { endOf, makeJob } from '../../support/jobs.ts';
import { onEngines } from '../../support/on-every-engine.ts';

const ACCOUNT = { db_user: 'secured', db_password: 'secured-secret' };

onEngines(['postgres'], 'a table with row level security', ({ project, server, database, prepare }) => {
  prepare(async () => {
    const { db_host: host, db_port: port, db_user: user, db_password: password } = database;
    const sql = postgres({ host, port, user, password, database: 'postgres' } as object);
    await sql.unsafe(`CREATE ROLE ${ACCOUNT.db_user} LOGIN CREATEDB PASSWORD '${ACCOUNT.db_password}'`);
    await sql.end();
    return { project: ACCOUNT };
  });

  beforeAll(async () => {
    const { database: own } = await project.opened();
    const run = (text: string) => own.run({ text, parameters: [] });
    await run('CREATE TABLE letters (id serial PRIMARY KEY, owner text)');
    await run(`INSERT INTO letters (owner) VALUES ('me'), ('somebody'), ('me')`);
    await run('ALTER TABLE letters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
    await run(`CREATE POLICY own ON letters USING (owner = 'me')`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it('refuses items that its policies forbid, and keeps what it had', async () => {
    for (const [method, path] of [
      ['POST', '/items/letters'],
      ['PATCH', '/items/letters/1'],
    ] as const) {
      const { status, text, body } = await project.ask(method, path, { owner: 'somebody' });
      expect([status, body.error?.code], text).toEqual([422, 12]);
      expect(text).toMatch(/rule of the database/);
    }
    expect(await project.read('/items/letters')).toEqual([
      { id: 1, owner: 'me' },
      { id: 3, owner: 'me' },
    ]);
  });

  it('is not left out of a backup or a copy in part', async () => {
    const job = await endOf(project, (await makeJob(project, { kind: 'backup' })).id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 12, message: /row level security/i } });
    const to = `c${project.key}`;
    const place = databaseOf({ ...database, ...ACCOUNT, db_name: to });
    const copied = copyProject(server.app.registry, { from: project.key, to, database: place });
    await expect(copied).rejects.toThrow(/letters.*row-level secu/);
  });

  it('says that the account lacks a privilege', async () => {
    const { database: own } = await project.opened();
    await own.run({ text: `REVOKE ALL ON letters FROM ${ACCOUNT.db_user}`, parameters: [] });
    const { status, text, body } = await project.ask('GET', '/items/letters');
    expect([status, body.error?.code], text).toEqual([422, 12]);
    expect(text).toMatch(/lacks a privilege/);
  });
});

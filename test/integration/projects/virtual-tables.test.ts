import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { doJob } from '../../support/jobs.ts';
import { onEngines } from '../../support/on-every-engine.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../../support/project.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';

onEngines(['sqlite'], 'a virtual table', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE VIRTUAL TABLE pages USING fts5(title, body)');
    await run(`INSERT INTO pages VALUES ('Plums', 'ripe')`);
    await run('CREATE VIRTUAL TABLE places USING rtree(id, west, east)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it('is a collection, but the tables of its content are none', async () => {
    const collections = await project.read<{ collection: string }[]>('/collections');
    const own = collections.map(({ collection }) => collection).filter((name) => !name.startsWith('directus_'));
    expect(own.sort()).toEqual(['other', 'pages', 'places']);
    expect(await project.read('/items/pages')).toEqual([{ title: 'Plums', body: 'ripe' }]);
    const { status } = await project.ask('PATCH', '/items/pages_content/1', { c0: 'x' });
    expect(status).toBe(404);
  });

  it('is in backups', async () => {
    await doJob(project, { kind: 'backup' });
  });
});

describe('a virtual table of a module that only another program has', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('is left out of the project, and the other tables are served', async () => {
    const folder = join(server.data, 'databases');
    mkdirSync(folder, { recursive: true });
    const file = new DatabaseSync(join(folder, 'foreign.db'), { defensive: false });
    file.exec(`CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO plants VALUES (1, 'oak');
      PRAGMA writable_schema = ON; INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)
      VALUES ('table', 'spelling', 'spelling', 0, 'CREATE VIRTUAL TABLE spelling USING spellfix1')`);
    file.close();
    const body = {
      project: 'foreign',
      adopt: true,
      super_admin_token: SUPER_ADMIN_TOKEN,
      db_type: 'sqlite',
      db_name: 'foreign',
      db_user: 'root',
      user_email: 'admin@example.com',
      user_password: ADMIN_PASSWORD,
      user_token: ADMIN_TOKEN,
    };
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_TOKEN}` };
    const url = `${server.base}/server/projects`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const items = await fetch(`${server.base}/foreign/items/plants`, { headers });
    expect(await items.json()).toMatchObject({ data: [{ id: 1, name: 'oak' }] });
    expect((await fetch(`${server.base}/foreign/items/spelling`, { headers })).status).toBe(404);
    const job = await fetch(`${server.base}/foreign/jobs`, { method: 'POST', headers, body: '{"kind":"backup"}' });
    expect(job.status, await job.clone().text()).toBe(200);
  });
});

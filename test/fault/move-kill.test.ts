import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { fleetOf } from '../support/fleet.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const SECRET = 'super-admin-of-tests';
const TOKEN = 'token-of-the-first-user';
const REPEATED = { timeout: 90_000, repeats: thoroughly(1) - 1 };

describe('a server that is killed while a project moves', () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let base = '';
  const serve = async (): Promise<void> => {
    const args = ['serve', '--data', folder.path, '--port', '0', '--log-level', 'error'];
    server = new ServerProcess(args, { OCTAVO_SUPER_ADMIN_TOKEN: SECRET });
    base = await server.address();
  };
  const fleet = () => fleetOf({ base }, SECRET);
  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${base}/moving${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    await serve();
    const account = { user_email: 'admin@example.com', user_password: 'password', user_token: TOKEN };
    const body = { project: 'moving', super_admin_token: SECRET, db_type: 'sqlite', db_name: 'moving', ...account };
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${base}/server/projects`, { method: 'POST', headers, body: JSON.stringify(body) });
    const fields = [
      { field: 'id', type: 'integer', datatype: 'INT', primary_key: true, auto_increment: true },
      { field: 'text', type: 'string', datatype: 'TEXT' },
    ];
    await ask('POST', '/collections', { collection: 'notes', fields });
    const notes = Array.from({ length: 2_000 }, (_, n) => ({ text: `note ${n}` }));
    for (let n = 0; n < 3; n++) await ask('POST', '/items/notes', notes);
  }, 60_000);
  afterAll(async () => {
    await server.kill();
    folder.remove();
  });

  it('leaves the project in its place and removes the target when a server restarts', REPEATED, async () => {
    const begun = await fleet().ask('POST', '/operations', {
      kind: 'move',
      project: 'moving',
      db_type: 'sqlite',
      db_name: 'elsewhere',
    });
    const target = join(folder.path, 'databases', 'elsewhere.db');
    await expect.poll(() => existsSync(target), { timeout: 20_000, interval: 5 }).toBe(true);
    await server.kill();
    expect(JSON.parse(readFileSync(join(folder.path, 'config', 'moving.json'), 'utf8')).suspended.by).toBe('move');
    await serve();
    await expect
      .poll(async () => (await fleet().ask('GET', `/operations/${begun.data.id}`)).data.state, { timeout: 20_000 })
      .toBe('failed');
    expect(readdirSync(join(folder.path, 'databases')).filter((name) => name.startsWith('elsewhere'))).toEqual([]);
    const answer = await ask('GET', '/items/notes?limit=1&meta=total_count');
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { meta: { total_count: number } }).meta.total_count).toBe(6_000);
    expect(readFileSync(join(folder.path, 'operations', `${begun.data.id}.json`), 'utf8')).toContain('"recovery":null');
  });
});

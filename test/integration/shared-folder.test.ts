import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fleetOf } from '../support/fleet.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const SECRET = 'super-admin-of-tests';
const TOKEN = 'token-of-the-first-user';
const TIMEOUT_MS = 10_000;

describe('two servers that share a data folder', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'config', 'shared.json');
  const servers: ServerProcess[] = [];
  let one: string;
  let other: string;

  const serve = async (): Promise<string> => {
    const args = ['serve', '--data', folder.path, '--port', '0', '--log-level', 'error'];
    const server = new ServerProcess(args, { OCTAVO_SUPER_ADMIN_TOKEN: SECRET });
    servers.push(server);
    return server.address();
  };
  const ask = (url: string, headers: object = {}): Promise<Response> =>
    fetch(url, { headers: { Authorization: `Bearer ${TOKEN}`, ...headers } });
  const create = (base: string, given: object): Promise<Response> => {
    const account = { user_email: 'admin@example.com', user_password: 'password', user_token: TOKEN };
    const body = { super_admin_token: SECRET, db_user: 'x', ...account, ...given };
    const headers = { 'Content-Type': 'application/json' };
    return fetch(`${base}/server/projects`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const remove = (base: string, key: string): Promise<Response> =>
    fetch(`${base}/server/projects/${key}?super_admin_token=${SECRET}`, { method: 'DELETE' });
  const statusOf = async (url: string): Promise<number> => (await ask(url)).status;
  const become = <T>(read: () => Promise<T>, wanted: T) => expect.poll(read, { timeout: TIMEOUT_MS }).toEqual(wanted);

  beforeAll(async () => {
    [one, other] = [await serve(), await serve()];
    await create(one, { project: 'shared', db_name: 'shared' });
  });
  afterAll(async () => {
    for (const server of servers) await server.kill();
    folder.remove();
  });

  it('both know a project that one of them has created', async () => {
    await become(() => statusOf(`${other}/shared/users`), 200);
    expect(await (await ask(`${other}/server/projects`)).json()).toMatchObject({ data: ['shared'] });
  });

  it('suspend and resume a project on both when one of them is told to', async () => {
    expect(await statusOf(`${other}/shared/users`)).toBe(200);
    const fleet = fleetOf({ base: one }, SECRET);
    await fleet.ask('POST', '/fleet/shared/suspension');
    for (const base of [one, other]) await become(() => statusOf(`${base}/shared/users`), 503);
    await fleet.ask('DELETE', '/fleet/shared/suspension');
    for (const base of [one, other]) await become(() => statusOf(`${base}/shared/users`), 200);
    for (let round = 0; round < 5; round++)
      for (const method of ['POST', 'DELETE']) {
        const both = [one, other].map((base) => fleetOf({ base }, SECRET).ask(method, '/fleet/shared/suspension'));
        expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      }
    for (const base of [one, other]) await become(() => statusOf(`${base}/shared/users`), 200);
  });

  it('use an edited configuration, and not one that cannot be read', async () => {
    expect(await statusOf(`${one}/shared/users`)).toBe(200);
    const config = JSON.parse(readFileSync(file, 'utf8'));
    const signedIn = await fetch(`${one}/shared/auth/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'password' }),
    });
    const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
    const asSignedIn = async (base: string): Promise<number> =>
      (await ask(`${base}/shared/users`, { Authorization: `Bearer ${token}` })).status;
    expect(await asSignedIn(other)).toBe(200);
    const changed = { ...config, auth: { ...config.auth, secret: 'another secret, which is long enough for all' } };
    writeFileSync(`${file}.new`, JSON.stringify(changed));
    renameSync(`${file}.new`, file);
    for (const base of [one, other]) await become(() => asSignedIn(base), 401);
    writeFileSync(file, '{ "half');
    await become(() => statusOf(`${one}/shared/users`), 200);
    writeFileSync(file, JSON.stringify(config));
    for (const base of [one, other]) await become(() => asSignedIn(base), 200);
  });

  it("see another server's write at the next request, however many requests arrive meanwhile", async () => {
    const change = async (from: string, to: string): Promise<void> => {
      const headers = { Authorization: `Bearer ${from}`, 'Content-Type': 'application/json' };
      await fetch(`${other}/shared/users/1`, { method: 'PATCH', headers, body: JSON.stringify({ token: to }) });
    };
    const as = async (token: string): Promise<number> =>
      statusOf(`${one}/shared/users?fields=id&access_token=${token}`);
    let over = false;
    const flood = async (): Promise<void> => {
      while (!over) await (await ask(`${one}/server/ping`)).text();
    };
    const known = async (): Promise<void> => {
      while (!over) await (await fetch(`${one}/shared/users?fields=id&access_token=nobodys`)).text();
    };
    const floods = [flood(), known(), known(), known()];
    const seen: number[][] = [];
    for (let round = 0; round < 10; round++) {
      const tokens = [TOKEN, 'another-token-of-the-first-user'] as const;
      const [from, to] = round % 2 === 0 ? tokens : [tokens[1], tokens[0]];
      await change(from, to);
      seen.push([await as(from), await as(to)]);
    }
    over = true;
    await Promise.all(floods);
    expect(seen).toEqual(Array(10).fill([401, 200]));
  });

  it('know a copy that was made on the command line', async () => {
    expect(await statusOf(`${one}/copied/users`)).not.toBe(200);
    const target = ['--db-type', 'sqlite', '--db-name', 'copied'];
    const copy = new ServerProcess(['copy', '--data', folder.path, '--from', 'shared', '--to', 'copied', ...target]);
    expect((await copy.ended()).code).toBe(0);
    for (const base of [one, other]) await become(() => statusOf(`${base}/copied/users`), 200);
  });

  it('forget a project that one of them has deleted', async () => {
    expect((await remove(other, 'shared')).status).toBe(204);
    await become(async () => (await statusOf(`${one}/shared/users`)) === 200, false);
  });

  for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
    const given = inject('engines')[engine];
    it.skipIf(!given)(`make one project if both are to make one with the same key on ${engine}`, async () => {
      const project = `key-${engine}`;
      const names = ['first', 'second'].map((name) => `${name}_${engine}_${process.pid}`);
      const make = async (base: string, key: string, name?: string): Promise<number> =>
        (await create(base, { project: key, db_name: name, ...given })).status;
      const made = await Promise.all([one, other].map((base, index) => make(base, project, names[index])));
      expect(made.toSorted()).toEqual([200, 409]);
      const refused = made.indexOf(409);
      expect(await make(one, `${project}-2`, names[refused])).toBe(200);
      for (const base of [one, other]) await become(() => statusOf(`${base}/${project}/users`), 200);
      for (const key of [project, `${project}-2`]) await remove(one, key);
    });
  }
});

import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../fault/open-database.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';

const TOKEN = 'token-of-the-first-user';
const HEADERS = { 'Content-Type': 'application/json' };
const ACCOUNT = {
  super_admin_token: SUPER_ADMIN_TOKEN,
  user_email: 'admin@example.com',
  user_password: 'password',
  user_token: TOKEN,
};

describe('servers that create a project in one database at the same time', () => {
  it.for([
    ['create', 'mysql'],
    ['create', 'postgres'],
    ['adopt', 'mysql'],
    ['adopt', 'postgres'],
  ] as const)('%s it once, and do not damage it, on %s', async ([what, engine], { skip }) => {
    const given = inject('engines')[engine];
    if (!given) return skip();
    const servers = await Promise.all([startServer(), startServer(), startServer()]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const name = `together_${what}${process.pid}`;
    if (what === 'adopt') await (await openDatabase(engine, given, '', name)).database.close();
    const more = { project: 'together', db_name: name, adopt: what === 'adopt' };
    const body = JSON.stringify({ ...more, ...ACCOUNT, ...given });
    const answers = await Promise.all(
      servers.map(({ base }) => fetch(`${base}/server/projects`, { method: 'POST', headers: HEADERS, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = servers[answers.findIndex(({ status }) => status === 200)];
    const users = await fetch(`${winner?.base}/together/users`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(users.status).toBe(200);
  });
});

describe('servers that make a project anew at the same moment', () => {
  it('keep the rows of each former one', async () => {
    const server = await startServer();
    const other = await startServer({ data: server.data });
    onTestFinished(async () => {
      vi.useRealTimers();
      await other.app.http.close();
      await other.app.registry.closeAll();
      await server.stop();
    });
    const body = JSON.stringify({ project: 'anew', db_name: 'anew', db_user: 'x', force: true, ...ACCOUNT });
    const create = async ({ base }: Running): Promise<number> =>
      (await fetch(`${base}/server/projects`, { method: 'POST', headers: HEADERS, body })).status;
    expect(await create(server)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await Promise.all([server, other].map(create))).toEqual([200, 200]);
    expect(server.app.registry.locations.backupsOf('anew')).toHaveLength(2);
  });
});

describe('a database on this machine', () => {
  it.for(['mysql', 'postgres'] as const)(
    'has one project under all names of the machine, on %s',
    async (engine, { skip }) => {
      const given = inject('engines')[engine];
      if (!given) return skip();
      const server = await startServer();
      onTestFinished(() => server.stop());
      const create = (project: string, more: object) =>
        fetch(`${server.base}/server/projects`, {
          method: 'POST',
          headers: HEADERS,
          body: JSON.stringify({ project, db_name: `named${process.pid}`, ...ACCOUNT, ...given, ...more }),
        });
      expect((await create('first', { db_host: '127.0.0.1' })).status).toBe(200);
      for (const db_host of ['localhost', 'LOCALHOST.', '127.0.0.2', '::1'])
        for (const flag of ['force', 'existing', 'adopt'])
          expect([db_host, flag, (await create('second', { db_host, [flag]: true })).status]).toEqual([
            db_host,
            flag,
            409,
          ]);
      const users = await fetch(`${server.base}/first/users`, { headers: { Authorization: `Bearer ${TOKEN}` } });
      expect(users.status).toBe(200);
    },
  );
});

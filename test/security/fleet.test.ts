import { describe, expect, it } from 'vitest';
import { fleetOf } from '../support/fleet.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

const ROUTES = [
  ['GET', '/fleet'],
  ['GET', '/fleet/x'],
  ['POST', '/fleet/x/suspension'],
  ['DELETE', '/fleet/x/suspension'],
  ['POST', '/fleet/x/removal'],
  ['POST', '/survey'],
  ['GET', '/operations'],
  ['POST', '/operations'],
  ['GET', '/operations/x'],
  ['DELETE', '/operations/x'],
  ['GET', '/metrics'],
  ['GET', '/metrics/prometheus'],
] as const;

describe("the operators' routes", () => {
  const { server, project } = harnessOn('sqlite');
  const fleet = fleetOf(server);

  it.each(ROUTES)('refuse %s %s without the super admin token', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    for (const token of [null, ADMIN_TOKEN])
      expect(await fleetOf(server, token).ask(method, path, body)).toMatchObject({ status: 401, error: { code: 3 } });
    const inAddress = await fetch(`${server.base}/server${path}?super_admin_token=conformance-super-admin-token`, {
      method,
    });
    expect(inAddress.status).toBe(401);
  });

  it('refuse pages of other origins', async () => {
    const headers = { Authorization: 'Bearer conformance-super-admin-token', Origin: 'http://evil.test' };
    expect((await fetch(`${server.base}/server/fleet`, { headers })).status).toBe(403);
  });

  it.each(['..%2f..%2fetc', '_super-admin', 'a%00b', 'x'.repeat(300)])('know no project %s', async (key) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/suspension'],
      ['POST', '/removal'],
    ] as const)
      expect((await fleet.ask(method, `/fleet/${key}${path}`)).status).toBe(404);
    expect((await fleet.ask('GET', `/operations/${key}`)).status).toBe(404);
  });

  it.each(['../outside', '/etc/passwd', 'a/b', 'a b', '..'])('accept no SQLite file %s', async (db_name) => {
    const body = { db_type: 'sqlite', db_name, kind: 'copy', project: project.key, to: 'copy' };
    for (const path of ['/survey', '/operations']) expect((await fleet.ask('POST', path, body)).status).toBe(422);
  });

  it('report an unreachable host as that, without details or a password', async () => {
    const db = {
      db_type: 'mysql',
      db_host: '127.0.0.1',
      db_port: 1,
      db_name: 'x',
      db_user: 'u',
      db_password: 'sesame',
    };
    const answer = await fleet.ask('POST', '/survey', db);
    expect(answer).toMatchObject({ status: 400, error: { code: 19, message: 'Invalid database connection' } });
    expect(answer.text).not.toContain('sesame');
    const begun = await fleet.ask('POST', '/operations', { ...db, kind: 'move', project: project.key });
    const read = () => fleet.ask('GET', `/operations/${begun.data.id}`);
    await expect.poll(async () => (await read()).data.state).toBe('failed');
    expect((await read()).text + begun.text + (await fleet.ask('GET', '/operations')).text).not.toContain('sesame');
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
  });

  it('refuse other actions on a project that is being moved', async () => {
    const config = server.app.registry.configOf(project.key);
    if (!config) throw new Error('the project is gone');
    await server.app.registry.suspend(config, { by: 'move', since: new Date().toISOString() });
    expect((await project.ask('GET', '/users/me')).status).toBe(503);
    const move = { kind: 'copy', project: project.key, to: 'other', db_type: 'sqlite', db_name: 'other' };
    const asked = [
      await fleet.ask('POST', `/fleet/${project.key}/suspension`),
      await fleet.ask('DELETE', `/fleet/${project.key}/suspension`),
      await fleet.ask('POST', `/fleet/${project.key}/removal`),
      await fleet.ask('POST', '/operations', move),
    ];
    expect(asked.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    server.app.registry.rewrite(config);
  });

  it('slow down guesses', async () => {
    const guess = () => fleetOf(server, 'a-wrong-super-admin-token').ask('GET', '/fleet');
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await guess()).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await fleet.ask('GET', '/fleet')).status).toBe(429);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';

const SECRETS = {
  superAdmin: 'secret-super-admin',
  password: 'Secret-Password-1',
  token: 'secret-static-token',
  searched: 'secret-search-text',
  file: 'secret-name-of-a-file',
};

let app: App;
let base: string;
let data: string;
const lines: string[] = [];

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(base + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'octavo-log-'));
  const log = pino({ level: 'trace', base: null }, { write: (line) => void lines.push(line) });
  const options = {
    host: '127.0.0.1',
    port: 0,
    data,
    superAdminToken: SECRETS.superAdmin,
    publicUrl: null,
    trustProxy: [],
    redisUrl: null,
    logLevel: 'trace',
    drain: 0,
    maxUpload: 1024,
    maxBody: 2 ** 20,
    maxPublicBody: 2 ** 16,
    maxConnections: 1000,
    maxAddressConnections: 1000,
    maxProjectRequests: 96,
    maxProjectWaiting: 128,
    maxOpenProjects: 200,
    allowHosts: [],
    adminApp: null,
    studio: null,
    watchExtensions: false,
    responseCache: 2 ** 20,
  };
  app = createApp(options, log);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.http.close();
  await app.registry.closeAll();
  rmSync(data, { recursive: true, force: true });
});

it('writes one line per request, with an id, and never a secret', async () => {
  const user = { user_email: 'admin@example.com', user_password: SECRETS.password, user_token: SECRETS.token };
  const created = {
    project: 'logged',
    super_admin_token: SECRETS.superAdmin,
    db_name: 'logged',
    db_user: 'x',
    ...user,
  };
  const requests: [string, string, unknown?, Record<string, string>?][] = [
    ['POST', '/server/projects', created],
    ['GET', `/server/info?super_admin_token=${SECRETS.superAdmin}`],
    ['POST', '/logged/auth/authenticate', { email: 'admin@example.com', password: SECRETS.password }],
    ['POST', '/logged/auth/authenticate', { email: 'admin@example.com', password: `${SECRETS.password}-wrong` }],
    ['GET', `/logged/users?access_token=${SECRETS.token}`],
    ['GET', '/logged/users', undefined, { Authorization: `Bearer ${SECRETS.token}` }],
    ['GET', '/logged/users', undefined, { Cookie: `platform-logged-session=${SECRETS.token}` }],
    [
      'GET',
      `/logged/users?filter[email]=${SECRETS.searched}&q=${SECRETS.searched}`,
      undefined,
      { Authorization: `Bearer ${SECRETS.token}` },
    ],
    ['GET', `/logged/assets/${SECRETS.file}`],
    ['GET', `/uploads/logged/originals/${SECRETS.file}.png`],
    ['GET', `/downloads/logged/${SECRETS.file}.png`],
    ['GET', `/logged/nothing/${SECRETS.token}`],
    ['POST', '/logged/users', `{"password":"${SECRETS.password}"`, { Authorization: `Bearer ${SECRETS.token}` }],
  ];
  for (const [method, path, body, headers] of requests) await ask(method, path, body, headers);
  const entries = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
  expect(entries).toHaveLength(requests.length);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(requests.length);
  const written = lines.join('');
  for (const secret of Object.values(SECRETS)) expect(written).not.toContain(secret);
});

it('reports the time of each stage in Server-Timing and the id of the request', async () => {
  const answer = await fetch(`${base}/logged/`);
  expect(answer.headers.get('server-timing')).toMatch(/^auth;dur=[\d.]+, work;dur=[\d.]+, write;dur=[\d.]+$/);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('logs requests to a suspended project, but not as errors', async () => {
  const config = app.registry.configOf('logged');
  if (!config) throw new Error('the project is gone');
  await app.registry.suspend(config, { by: 'operator', since: new Date().toISOString() });
  lines.length = 0;
  expect(await ask('GET', '/logged/users')).toBe(503);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  const INFO = 30;
  for (const line of lines) expect(JSON.parse(line).level).toBeLessThanOrEqual(INFO);
});

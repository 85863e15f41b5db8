import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { type Reply, send } from '../support/signing-in.ts';

type Purpose = Parameters<typeof issueToken>[1];

const LIMITS = {
  tokens: { limit: 3, interval: 600 },
  password_requests: { limit: 2, interval: 600 },
  strangers: { limit: 4, interval: 600 },
  strangers_writes: { limit: 30, interval: 600 },
};

type Guess = (token: string) => readonly [method: string, path: string, body?: object];
const GUESSES: Readonly<Record<string, readonly [Purpose, Guess]>> = {
  'reset of a password': [
    'reset_password',
    (token) => ['POST', '/auth/password/reset', { token, password: 'Another-1' }],
  ],
  'invitation that is followed': ['invitation', (token) => ['GET', `/users/invite/${token}`]],
  'invitation that is sent': ['invitation', (token) => ['POST', `/users/invite/${token}`, {}]],
  'way through a provider': ['request_token', (request_token) => ['POST', '/auth/sso/access_token', { request_token }]],
};

describe('strangers', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { trustProxy: ['127.0.0.1'] }, project: { rate_limit: LIMITS } }));
  let addresses = 0;

  const newAddress = (): string => `203.0.113.${++addresses}`;
  const ask = (from: string, [method, path, body]: ReturnType<Guess>): Promise<Reply> =>
    send(server, project, method, path, { headers: { 'X-Forwarded-For': from }, ...(body && { body }) });
  const forged = (purpose: Purpose): Promise<string> =>
    issueToken(
      { secret: randomBytes(16).toString('hex'), public: 'key', project: project.key },
      purpose,
      { id: 1 },
      20,
      new Date(),
    );

  it.each(Object.entries(GUESSES))('are slowed down when they guess tokens, of a %s', async (_, [purpose, guess]) => {
    const from = newAddress();
    const statuses: number[] = [];
    for (let tries = 0; tries < 4; tries++) statuses.push((await ask(from, guess(await forged(purpose)))).status);
    expect(statuses.slice(0, 3).every((status) => status !== 429)).toBe(true);
    const refused = await ask(from, guess(await forged(purpose)));
    expect([statuses[3], refused.status, refused.body.error?.code]).toEqual([429, 429, 7]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(newAddress(), guess(await forged(purpose)))).status).not.toBe(429);
  });

  it.each(Object.entries(GUESSES))(
    'get no more guesses by sending them at once, of a %s',
    async (_, [purpose, guess]) => {
      const from = newAddress();
      const token = await forged(purpose);
      const all = await Promise.all(Array.from({ length: 12 }, () => ask(from, guess(token))));
      expect(all.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(3);
    },
  );

  it('are limited in requesting new passwords for an account', async () => {
    const request = (email: string): Promise<Reply> => ask(newAddress(), ['POST', '/auth/password/request', { email }]);
    for (const email of ['admin@example.com', 'nobody@example.com']) {
      expect([await request(email), await request(email.toUpperCase())].map(({ status }) => status)).toEqual([
        200, 200,
      ]);
      const refused = await request(email);
      expect([refused.status, refused.body.error?.code]).toEqual([429, 7]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('cannot fill the database with addresses', async () => {
    const before = await project.digest();
    const long = 'x'.repeat(10_000);
    for (const body of [
      { email: 'admin@example.com', reset_url: `${server.base}/${long}` },
      { email: `${long}@example.com` },
      { email: { toString: 1 } },
      { email: 'admin@example.com', reset_url: { toString: 1 } },
    ]) {
      const { status } = await ask(newAddress(), ['POST', '/auth/password/request', body]);
      expect(status).toBe(422);
    }
    const away = await ask(newAddress(), ['GET', `/auth/sso/acme?mode=jwt&redirect_url=/${long}`]);
    expect([404, 422]).toContain(away.status);
    expect(await project.digest()).toBe(before);
  });

  it.each([
    ['POST', '/utils/hash', { string: 'x' }],
    ['POST', '/utils/hash/match', { string: 'x', hash: 'y' }],
    ['POST', '/utils/random/string', {}],
    ['POST', '/auth/password/request', {}],
    ['POST', '/users', { email: 'new@example.com' }],
    ['POST', '/users/invite/none', {}],
  ] as const)('have what costs much done so many times: %s %s', async (method, path, body) => {
    const from = newAddress();
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++) statuses.push((await ask(from, [method, path, body])).status);
    expect(statuses.slice(-1)).toEqual([429]);
    expect(statuses[0]).not.toBe(429);
  });

  it('are limited in writing, but may continue reading', async () => {
    const from = newAddress();
    const statuses: number[] = [];
    for (let times = 0; times < 31; times++)
      statuses.push((await ask(from, ['POST', '/auth/authenticate', {}])).status);
    expect([statuses.indexOf(429), (await ask(from, ['POST', '/items/none', {}])).status]).toEqual([30, 429]);
    expect((await ask(from, ['GET', '/'])).status).toBe(200);
  });

  it.each([{ token: ['a'] }, { token: { toString: 1 } }, { token: 5 }, { token: true }])(
    'cannot extend a session with a mere text: %o is none',
    async (body) => {
      const { status, body: answer } = await ask(newAddress(), ['POST', '/auth/refresh', body]);
      expect([status, answer.error?.code]).toEqual([422, 4]);
    },
  );
});

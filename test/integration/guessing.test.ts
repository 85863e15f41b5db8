import { beforeAll, describe, expect, it } from 'vitest';
import { harnessOn } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import { startServer } from '../support/running.ts';
import { addPerson, PEOPLE, type Reply, send, signIn } from '../support/signing-in.ts';

const LIMITS = { account: { limit: 3, interval: 60 }, address: { limit: 6, interval: 60 }, strangers: { limit: 2 } };

describe('guessing', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { trustProxy: ['127.0.0.1'] }, project: { rate_limit: LIMITS } }));
  beforeAll(async () => {
    await addPerson(project, 'erin');
    await addPerson(project, 'ravi');
  });

  const guess = (email: string, address: string, password = 'guess'): Promise<Reply> =>
    send(server, project, 'POST', '/auth/authenticate', {
      headers: { 'X-Forwarded-For': address },
      body: { email, password },
    });
  const statuses = async (tries: readonly Promise<Reply>[]): Promise<number[]> =>
    (await Promise.all(tries)).map(({ status }) => status);
  const inTurn = async (count: number, email: string, address: string): Promise<number[]> => {
    const all: number[] = [];
    for (let tries = 0; tries < count; tries++) all.push(...(await statuses([guess(email, address)])));
    return all;
  };

  it('at an account is slowed down per address, whether the account exists or not', async () => {
    expect(await inTurn(4, PEOPLE.erin.email, '203.0.113.1')).toEqual([404, 404, 404, 429]);
    expect(await inTurn(4, 'nobody@example.com', '203.0.113.2')).toEqual([404, 404, 404, 429]);
    expect(await inTurn(1, PEOPLE.erin.email.toUpperCase(), '203.0.113.1')).toEqual([429]);
    const refused = await guess(PEOPLE.erin.email, '203.0.113.1', PEOPLE.erin.password);
    expect([refused.status, refused.body.error?.code]).toEqual([429, 7]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guess(PEOPLE.erin.email, '203.0.113.3', PEOPLE.erin.password)).status).toBe(200);
    expect((await guess(PEOPLE.ravi.email, '203.0.113.1', PEOPLE.ravi.password)).status).toBe(200);
  });

  it('at many accounts is slowed down per address', async () => {
    const emails = Array.from({ length: 7 }, (_, index) => `nobody${index}@example.com`);
    const all: number[] = [];
    for (const email of emails) all.push((await guess(email, '203.0.113.4')).status);
    expect(all).toEqual([404, 404, 404, 404, 404, 404, 429]);
    expect((await guess(PEOPLE.ravi.email, '203.0.113.5', PEOPLE.ravi.password)).status).toBe(200);
  });

  it('counts the addresses of an IPv6 network as one', async () => {
    expect(await inTurn(3, PEOPLE.erin.email, '2001:db8:1:2::1')).toEqual([404, 404, 404]);
    expect(await inTurn(1, PEOPLE.erin.email, '2001:db8:1:2:ffff::2')).toEqual([429]);
    expect(await inTurn(1, PEOPLE.erin.email, '2001:db8:1:3::1')).toEqual([404]);
  });

  it('starts over after a right password', async () => {
    expect(await inTurn(2, PEOPLE.ravi.email, '203.0.113.6')).toEqual([404, 404]);
    expect((await guess(PEOPLE.ravi.email, '203.0.113.6', PEOPLE.ravi.password)).status).toBe(200);
    expect(await inTurn(3, PEOPLE.ravi.email, '203.0.113.6')).toEqual([404, 404, 404]);
  });

  it('is counted separately in another project', async () => {
    const other = await createTestProject(server, { db_type: 'sqlite' });
    await addPerson(other, 'erin');
    expect((await signIn(server, other, PEOPLE.erin)).status).toBe(200);
    await other.remove();
  });

  it('cannot use the utilities: strangers have few requests to them, and users many', async () => {
    const ask = (token: string | null): Promise<number[]> =>
      Promise.all([1, 2, 3].map(async () => (await project.ask('GET', '/utils/2fa_secret', undefined, token)).status));
    expect((await ask(null)).sort()).toEqual([200, 200, 429]);
    expect(await ask('tests-admin-token')).toEqual([200, 200, 200]);
  });
});

describe('the request limit of a project', () => {
  it('applies to an address and a user, and reports what is left', async () => {
    const server = await startServer();
    const rate_limit = { enabled: true, limit: 3, interval: 60 };
    const project = await createTestProject(server, { db_type: 'sqlite', rate_limit });
    const replies: Reply[] = [];
    for (let count = 0; count < 4; count++) replies.push(await send(server, project, 'GET', '/'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    expect(replies[3]?.headers.get('x-ratelimit-limit')).toBe('3');
    expect(Number(replies[3]?.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(replies[3]?.body.error?.code).toBe(7);
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.stop();
  });
});

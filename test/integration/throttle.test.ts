import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Throttles } from '../../src/auth/throttle.ts';
import { named } from '../../src/shared/named.ts';
import { type RedisServer, redisProgram, startRedis } from '../support/engines/redis.ts';

const TWICE = { points: 2, seconds: 60 };
const refused = { entry: 'tooManyRequests', kind: 'unavailable', status: 429, code: 7, retryAfter: expect.any(Number) };

describe('a throttle in memory', () => {
  it('refuses what exceeds its limit, separately for each key and name', async () => {
    const throttles = new Throttles(null);
    const throttle = throttles.of('tries', TWICE);
    expect((await throttle.take('a')).points).toBe(1);
    expect((await throttle.take('a')).points).toBe(0);
    await expect(throttle.take('a')).rejects.toMatchObject(refused);
    await expect(throttle.admit('a')).rejects.toMatchObject(refused);
    await throttle.admit('b');
    await throttles.of('others', TWICE).admit('a');
    await throttle.forget('a');
    await throttle.admit('a');
  });

  it('asks for no longer wait than its period, even if the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const throttle = new Throttles(null).of('tries', TWICE);
    await throttle.take('a');
    vi.setSystemTime(Date.now() - 3_600_000);
    expect((await throttle.take('a')).ms).toBe(60_000);
    await expect(throttle.take('a')).rejects.toMatchObject({ ...refused, retryAfter: 60 });
    await expect(throttle.admit('a')).rejects.toMatchObject({ ...refused, retryAfter: 60 });
  });
});

const program = redisProgram();

describe.skipIf(program === undefined)('a throttle in Redis (skipped where redis-server is not installed)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(program ?? '');
  });
  afterAll(() => redis.stop());

  it('counts for all servers together', async () => {
    const [one, other] = [new Throttles(redis.url), new Throttles(redis.url)];
    await one.of('tries', TWICE).take('a');
    await other.of('tries', TWICE).take('a');
    await expect(one.of('tries', TWICE).take('a')).rejects.toMatchObject(refused);
    await expect(other.of('tries', TWICE).admit('a')).rejects.toMatchObject(refused);
    await Promise.all([one.close(), other.close()]);
  });

  it('admits nobody beyond the limit while Redis can be read but not written', async () => {
    const reasons: string[] = [];
    const throttles = new Throttles(redis.url, (reason) => reasons.push(reason));
    const throttle = throttles.of('readable', TWICE);
    const operator = new Redis(redis.url);
    await throttle.admit('a');
    await operator.replicaof('127.0.0.1', 1);
    try {
      await throttle.take('a');
      await throttle.take('a');
      await expect(throttle.admit('a')).rejects.toMatchObject(refused);
      await throttle.admit('b');
      await throttle.forget('a');
      await throttle.admit('a');
      expect(reasons).toEqual([expect.stringContaining('READONLY')]);
    } finally {
      await operator.replicaof('NO', 'ONE');
      await operator.quit();
      await throttles.close();
    }
  });
});

describe('a throttle whose Redis is unreachable', () => {
  it('counts for its own server, does not wait, and reports it once', async () => {
    const reasons: string[] = [];
    const throttles = new Throttles('redis://127.0.0.1:1', (reason) => reasons.push(reason));
    const throttle = throttles.of('tries', TWICE);
    await throttle.take('a');
    await throttle.take('a');
    await expect(throttle.take('a')).rejects.toMatchObject(refused);
    expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED')]);
    await throttles.close();
  });
});

/** A Redis that reads its data after a start: it answers who it is, and refuses everything else. */
function startLoadingRedis(): Promise<Server> {
  const info = 'loading:1\r\nloading_eta_seconds:60\r\n';
  const answers = named({ hello: '*0\r\n', client: '+OK\r\n', info: `$${info.length}\r\n${info}\r\n` });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      for (const [, command = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(answers[command] ?? '-LOADING Redis is loading the dataset in memory\r\n');
    });
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

it('a throttle does not wait for a Redis that still loads its data', async () => {
  const redis = await startLoadingRedis();
  const reasons: string[] = [];
  const url = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
  const throttles = new Throttles(url, (reason) => reasons.push(reason));
  const throttle = throttles.of('tries', TWICE);
  await throttle.take('a');
  await throttle.take('a');
  await expect(throttle.admit('a')).rejects.toMatchObject(refused);
  expect(reasons).toHaveLength(1);
  await throttles.close();
  redis.close();
});

describe('a throttle whose Redis misbehaves', () => {
  const sockets = new Set<Socket>();
  let answer: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => answer !== undefined && socket.write(answer));
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('waits for a silent one no longer than about a second', async () => {
    const throttles = new Throttles(`redis://127.0.0.1:${port}`);
    const throttle = throttles.of('tries', TWICE);
    const begun = performance.now();
    await throttle.take('a');
    await throttle.take('a');
    await expect(throttle.admit('a')).rejects.toMatchObject(refused);
    expect(performance.now() - begun).toBeLessThan(5_000);
    await throttles.close();
  });

  it('never reports the password', async () => {
    answer = '-WRONGPASS invalid username-password pair or user is disabled.\r\n'.repeat(3);
    const reasons: string[] = [];
    const throttles = new Throttles(`redis://:very-secret@127.0.0.1:${port}`, (reason) => reasons.push(reason));
    await throttles.of('tries', TWICE).take('a');
    expect(reasons).toEqual([expect.stringContaining('WRONGPASS')]);
    await throttles.close();
  });
});

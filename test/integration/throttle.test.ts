import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Throttles } from '../../src/auth/throttle.ts';
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
});

describe('a throttle whose Redis is unreachable', () => {
  it('counts for its own server, and does not wait', async () => {
    const errors: Error[] = [];
    const throttles = new Throttles('redis://127.0.0.1:1', (error) => errors.push(error));
    const throttle = throttles.of('tries', TWICE);
    await throttle.take('a');
    await throttle.take('a');
    await expect(throttle.take('a')).rejects.toMatchObject(refused);
    expect(errors.length).toBeGreaterThan(0);
    await throttles.close();
  });
});

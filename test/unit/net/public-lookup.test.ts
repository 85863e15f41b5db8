import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publicLookup } from '../../../src/net/public-lookup.ts';
import { type NameServer, nameServer } from '../../support/name-server.ts';

const servers = vi.hoisted((): string[] => []);
vi.mock('node:dns/promises', async (original) => {
  const dns = await original<typeof import('node:dns/promises')>();
  class Resolver extends dns.Resolver {
    constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
      super(options);
      this.setServers(servers);
    }
  }
  return { ...dns, Resolver };
});

let server: NameServer;
beforeAll(async () => {
  server = await nameServer({
    'public.test': ['93.184.216.34', '93.184.216.35'],
    'inner.test': ['10.0.0.1'],
    'both.test': ['93.184.216.34', '127.0.0.1'],
    'missing.test': [],
  });
  servers.push(server.address);
});
afterAll(() => server.close());

const lookUp = (host: string, all = true): Promise<string | LookupAddress[]> =>
  new Promise((done, fail) =>
    publicLookup(host, { all }, (error, found) => (error ? fail(error as Error) : done(found))),
  );

it('finds all addresses of a name, or the first', async () => {
  expect(await lookUp('public.test')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '93.184.216.35', family: 4 },
  ]);
  expect(await lookUp('public.test', false)).toBe('93.184.216.34');
});

it.each([
  ['inner.test', 'is not public'],
  ['both.test', 'is not public'],
  ['missing.test', 'has no address'],
])('refuses %s, which %s', async (host, reason) => {
  await expect(lookUp(host)).rejects.toThrow(`${host} ${reason}`);
});

it('does not wait for names whose servers are silent', async () => {
  for (let index = 0; index < 20; index++) lookUp(`silent-${index}.test`).catch(() => {});
  await vi.waitFor(() => expect(new Set(server.asked.filter((name) => name.startsWith('silent'))).size).toBe(20));
  const start = performance.now();
  await lookUp('public.test');
  expect(performance.now() - start).toBeLessThan(1_000);
});

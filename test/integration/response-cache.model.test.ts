import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomOf, seedOr, thoroughly } from '../support/battery.ts';
import { type Furnished, furnish, someRead, someWrite, TOKENS } from '../support/cache-model.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

const STEPS = thoroughly(60);
const SEED = seedOr(17);

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly tag: string | null;
  readonly isHit: boolean;
}

onEveryEngine(
  `cached answers, seed ${SEED}`,
  ({ engine, server, project }) => {
    let other: Running;
    let furnished: Furnished;
    beforeAll(async () => {
      furnished = await furnish(project);
    });
    afterAll(async () => {
      await other?.stop();
    });

    it('are those of a server without a cache, whatever is written', async () => {
      const hits = await walk(project, furnished, [server.base], STEPS);
      expect(hits).toBeGreaterThan(STEPS / 20);
    });

    it('are the same if two servers write alternately', async () => {
      other = await startServer({ data: server.data });
      const hits = await walk(project, furnished, [server.base, other.base], STEPS);
      if (engine === 'sqlite') expect(hits).toBeGreaterThan(0);
    });
  },
  { timeout: 30_000 + STEPS * 200 },
);

/** A read that was sent. */
interface Asked {
  readonly base: string;
  readonly token: string | null;
  readonly path: string;
}

/**
 * Sends random reads and writes, some concurrently, and compares each response with a fresh one; returns how many came
 * from the cache.
 */
async function walk(project: TestProject, furnished: Furnished, bases: readonly string[], steps: number) {
  const random = randomOf(SEED);
  const known = new Map<string, Seen>();
  const recent: Asked[] = [];
  const log: string[] = [];
  const baseOf = (): string => `${bases[random(bases.length)]}/${project.key}`;
  let hits = 0;
  const write = async (): Promise<void> => {
    const { method, path, body } = someWrite(random, furnished);
    const base = baseOf();
    const { status } = await send(base, method, path, ADMIN_TOKEN, {}, body);
    log.push(`${base} ${method} ${path} ${JSON.stringify(body)} ${status}`);
  };
  const asked = (): Asked => {
    const again = recent[random(RECENT)];
    if (again) return again;
    const fresh = { base: baseOf(), token: TOKENS[random(TOKENS.length)] ?? null, path: someRead(random) };
    recent[random(RECENT / 2)] = fresh;
    return fresh;
  };
  const look = async ({ base, token, path }: Asked, former: Seen | undefined, fresh: string) => {
    const given = await send(base, 'GET', path, token, former?.tag ? { 'If-None-Match': former.tag } : {});
    if (given.isHit) hits++;
    const shown = given.status === 304 && former ? { ...former, tag: given.tag } : given;
    return [shown, await send(base, 'GET', `${path}${path.includes('?') ? '&' : '?'}_=${fresh}`, token)] as const;
  };
  const check = async (asked: Asked, step: number): Promise<void> => {
    const { base, token, path } = asked;
    const key = `${base} ${token} ${path}`;
    const former = random(3) === 0 ? known.get(key) : undefined;
    log.push(`${key} ${former?.tag ?? ''}`);
    let [shown, fresh] = await look(asked, former, `${step}`);
    if (path.includes('sort=?')) return;
    // A server may have noticed the other's writes, which takes up to half a second, between the two requests.
    if (bases.length > 1 && !isSame(shown, fresh)) [shown, fresh] = await look(asked, undefined, `${step}-again`);
    compare(shown, fresh, `step ${step} after\n${log.slice(-25).join('\n')}`);
    known.set(key, shown);
  };
  for (let step = 0; step < steps; step++) {
    const what = random(16);
    if (what < 2) await write();
    else if (what < 3) {
      const reads = Array.from({ length: 4 }, asked);
      const ask = ({ base, token, path }: Asked) => send(base, 'GET', path, token);
      await Promise.all([...reads.map(ask), write(), ...reads.map(ask)]);
      for (const each of reads) await check(each, step);
    } else await check(asked(), step);
  }
  return hits;
}

const isSame = (shown: Seen, fresh: Seen): boolean => shown.status === fresh.status && shown.text === fresh.text;

function compare(shown: Seen, fresh: Seen, said: string): void {
  expect({ status: shown.status, text: shown.text }, said).toEqual({ status: fresh.status, text: fresh.text });
  if (shown.status === 200) expect(shown.tag, said).toBe(fresh.tag);
}

/** How many of the latest reads are repeated. */
const RECENT = 12;

async function send(
  base: string,
  method: string,
  path: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Seen> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...headers,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    tag: answer.headers.get('etag'),
    isHit: answer.headers.get('server-timing')?.includes('cache') === true,
  };
}

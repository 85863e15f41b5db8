import { describe, inject, it, vi } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, status, text } from '../support/fields.ts';
import { inSeconds } from '../support/schedules.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';

const ITEMS = 24;
const WANTED = { collection: 'notes', action: 'publish', status: 'published' };
/** The lease of a server that was killed in the middle of a change ends after a minute. */
const SOON = { timeout: 90_000, interval: 100 };
const REPEATED = { timeout: 150_000, repeats: thoroughly(1) - 1 };
const ENGINES = (['sqlite', 'mysql', 'postgres'] as const).filter((engine) => inject('engines')[engine]);

describe('scheduled changes, of two servers that are killed', () => {
  let projects = 0;
  // Most of the time is waiting for leases to end: the engines wait together.
  it.concurrent.for(ENGINES)('are made once each on %s', REPEATED, async (engine, { expect, onTestFinished }) => {
    const folder = temporaryFolder();
    const servers = [new ProjectServer(folder.path), new ProjectServer(folder.path)] as const;
    const [server, other] = servers;
    const kill = () => Promise.all(servers.map((each) => each.kill()));
    onTestFinished(async () => {
      await kill();
      folder.remove();
    });
    await server.start();
    await server.createProject({ ...inject('engines')[engine], db_name: `sched${process.pid}_${++projects}` });
    await server.call('POST', '/collections', { collection: 'notes', fields: [id, text('title'), status] });
    const notes = Array.from({ length: ITEMS }, (_, index) => ({ title: `note ${index}`, status: 'draft' }));
    await server.call('POST', '/items/notes', notes);
    await other.start();
    await other.call('GET', '/items/notes?limit=1');
    const published = async (): Promise<number> =>
      ((await server.call('GET', '/items/notes?limit=-1&fields=id&status=published')).data as unknown[]).length;

    const at = inSeconds(10);
    const asked = Array.from({ length: ITEMS }, (_, index) =>
      (index % 2 === 0 ? server : other).call('POST', '/schedules', { ...WANTED, item: index + 1, at }),
    );
    expect(new Set((await Promise.all(asked)).map((answer) => answer.status))).toEqual(new Set([200]));
    await vi.waitFor(async () => expect(await published()).toBeGreaterThan(0), { ...SOON, interval: 2 });
    await kill();
    await Promise.all(servers.map((each) => each.start()));
    await vi.waitFor(async () => expect(await published()).toBe(ITEMS), SOON);
    const path = '/activity?limit=-1&fields=item&filter[action][eq]=update&filter[collection][eq]=notes';
    const items = ((await server.call('GET', path)).data as { item: string }[]).map(({ item }) => item);
    expect([items.length, new Set(items).size]).toEqual([ITEMS, ITEMS]);
    expect((await server.call('GET', '/schedules')).data).toEqual([]);
  });
});

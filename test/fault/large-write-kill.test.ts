import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { writersOf } from '../support/child-processes.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { type Answer, ProjectServer } from './project-server.ts';

const ITEMS = 400;
/** With their revisions, more than the server commits in its own process. */
const LONG = 'x'.repeat(40_000);
const KILLS = thoroughly(5);
/** How long the process that makes such a write runs. */
const ALONE_MS = 720;
const FILE = 'whole.db';
const TIMEOUT_MS = thoroughly(120_000);

/** How long work takes, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const elapsed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe('a large write to SQLite', () => {
  const folder = temporaryFolder();
  const server = new ProjectServer(folder.path);
  beforeAll(async () => {
    await server.start();
    await server.createProject({ db_type: 'sqlite' });
    const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
    await server.call('POST', '/collections', { collection: 'pages', fields: [id, text('title'), body] });
    await server.call('POST', '/items/pages', Array(ITEMS).fill({ title: 'round 0', body: 'short' }));
  });
  afterAll(async () => {
    await server.end();
    folder.remove();
  });

  const list = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    (await server.call('GET', path)).data as readonly Record<string, unknown>[];

  const newestRevision = async (): Promise<number> =>
    Number((await list('/revisions?limit=1&fields=id&sort=-id'))[0]?.id);

  /** Changes all items to a title, and their texts with it: one that stays the same is not written. */
  const write = (title: string): Promise<Answer> => {
    const keys = Array.from({ length: ITEMS }, (_, index) => index + 1).join();
    return server.call('PATCH', `/items/pages/${keys}?fields=id`, { title, body: `${title} ${LONG}` });
  };

  /** Checks that either all items were changed to a title, with their revisions, or none; all if it was answered. */
  async function expectWhole(title: string, before: number, answer: Answer | undefined): Promise<void> {
    const changed = (await list(`/items/pages?limit=-1&fields=title`)).filter((page) => page.title === title).length;
    if (answer?.status === 200) expect(changed).toBe(ITEMS);
    else expect([0, ITEMS]).toContain(changed);
    expect(await newestRevision()).toBe(before + changed);
  }

  /** The write process, once it has been started. */
  const begun = (): Promise<number> =>
    vi.waitFor(() => writersOf(server.pid, FILE)[0] ?? Promise.reject(new Error('no write process')), {
      interval: 1,
      timeout: 10_000,
    });

  it(
    'that is killed with its server at any moment has changed all items, or none, and all if it was answered',
    async () => {
      const longest = 1.5 * (await timeOf(() => write('in peace')));
      const first = await newestRevision();
      for (let round = 1; round <= KILLS; round++) {
        const before = await newestRevision();
        const writing = write(`round ${round}`).catch(() => undefined);
        await elapsed((longest * round) / KILLS);
        await server.kill();
        const answer = await writing;
        await server.start();
        await expectWhole(`round ${round}`, before, answer);
      }
      const { status } = await server.call('POST', '/items/pages', { title: 'afterwards' });
      expect(status).toBe(200);
      expect(await newestRevision()).toBeGreaterThan(first + 1);
    },
    TIMEOUT_MS,
  );

  it.runIf(process.platform === 'linux')(
    'whose own process is killed at any moment is repeated or refused, and has changed all items, or none',
    async () => {
      let kills = 0;
      for (let round = 1; round <= KILLS; round++) {
        const before = await newestRevision();
        const writing = write(`turn ${round}`);
        const writer = await begun();
        await elapsed((ALONE_MS * round) / KILLS);
        if (writersOf(server.pid, FILE).includes(writer)) kills += Number(process.kill(writer, 'SIGKILL'));
        const answer = await writing;
        expect([200, 503]).toContain(answer.status);
        await expectWhole(`turn ${round}`, before, answer);
      }
      expect(kills).toBeGreaterThan(1);
      expect(writersOf(server.pid, FILE)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

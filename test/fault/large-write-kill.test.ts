import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';

const ITEMS = 400;
/** With their revisions, more than the server commits in its own process. */
const LONG = 'x'.repeat(40_000);
const KILLS = thoroughly(8);
const LONGEST_MS = 2_500;
const TIMEOUT_MS = thoroughly(120_000);

describe('a large write to SQLite, killed with its server at any moment', () => {
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

  it(
    'has changed all items with their revisions, or none, and all if it was answered',
    async () => {
      const keys = Array.from({ length: ITEMS }, (_, index) => index + 1).join();
      let expected = ITEMS;
      for (let round = 1; round <= KILLS; round++) {
        const title = `round ${round}`;
        const writing = server
          .call('PATCH', `/items/pages/${keys}?fields=id`, { title, body: LONG })
          .catch(() => undefined);
        await new Promise((done) => setTimeout(done, (LONGEST_MS * round) / KILLS));
        await server.kill();
        const answer = await writing;
        await server.start();
        const changed = (await list(`/items/pages?limit=-1&fields=id&filter[title]=${title}`)).length;
        if (answer?.status === 200) expect(changed).toBe(ITEMS);
        else expect([0, ITEMS]).toContain(changed);
        expected += changed;
        expect(await list('/revisions?limit=-1&fields=id&filter[collection]=pages')).toHaveLength(expected);
      }
      const { status } = await server.call('POST', '/items/pages', { title: 'afterwards' });
      expect(status).toBe(200);
      expect(expected).toBeGreaterThan(ITEMS);
    },
    TIMEOUT_MS,
  );
});

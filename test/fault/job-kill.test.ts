import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, integer, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';

const ITEMS = 1500;
const KILLS = 3;
const REPEATED = { timeout: 120_000, repeats: thoroughly(1) - 1 };

interface Job {
  readonly id: number;
  readonly state: string;
  readonly progress: { readonly done: number };
  readonly result: unknown;
}

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a job on ${engine} whose server is killed`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    let collections = 0;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `jobs${process.pid}` });
    });
    afterAll(async () => {
      await server.end();
      folder.remove();
    });

    const jobOf = async (job: number): Promise<Job> => (await server.call('GET', `/jobs/${job}`)).data as Job;

    it('is continued by the next server, and changes each item once', REPEATED, async () => {
      const collection = `notes${++collections}`;
      await server.call('POST', '/collections', { collection, fields: [id, text('title'), integer('count')] });
      const created = Array.from({ length: ITEMS }, (_, index) => ({ title: `note ${index}`, count: 0 }));
      await server.call('POST', `/items/${collection}`, created);
      const body = { kind: 'update', collection, filter: {}, payload: { count: 1 } };
      const { id: job } = (await server.call('POST', '/jobs', body)).data as Job;
      let killed = 0;
      let reached = 0;
      for (let look = 0; look < 10_000; look++) {
        const { state, progress } = await jobOf(job);
        if (state !== 'waiting' && state !== 'running') break;
        if (killed < KILLS && progress.done > reached) {
          reached = progress.done;
          await server.kill();
          await server.start();
          killed++;
          // Otherwise the test would wait for the lease of a killed server.
          await server.call('POST', `/jobs/${job}/cancel`);
          await server.call('POST', `/jobs/${job}/resume`);
        }
        await new Promise((done) => setTimeout(done, 5));
      }
      expect(killed).toBeGreaterThan(0);
      expect(await jobOf(job)).toMatchObject({ state: 'done', result: { changed: ITEMS, refused: 0 } });
      const notes = (await server.call('GET', `/items/${collection}?limit=-1&fields=count`)).data as {
        count: number;
      }[];
      expect(notes.map(({ count }) => count)).toEqual(Array(ITEMS).fill(1));
      const records = (
        await server.call(
          'GET',
          `/activity?limit=-1&fields=item&filter[action][eq]=update&filter[collection][eq]=${collection}`,
        )
      ).data;
      const items = (records as { item: string }[]).map(({ item }) => item);
      expect([items.length, new Set(items).size]).toEqual([ITEMS, ITEMS]);
    });
  });
}

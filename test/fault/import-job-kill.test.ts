import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';

const ROWS = 1200;
const KILLS = 2;
/** How many more rows a server handles before it is killed than the previous one. */
const FURTHER = 200;
const WRONG = new Set([3, 601, 603]);
const KNOWN = Array.from({ length: 150 }, (_, index) => ({ title: 'before', code: `c${index * 7}` }));
const REPEATED = { timeout: 180_000, repeats: thoroughly(1) - 1 };

interface Job {
  readonly state: string;
  readonly progress: { readonly done: number; readonly refused: number };
  readonly result: unknown;
}

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a job that imports on ${engine}, whose servers are killed`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    let collections = 0;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `importjob${process.pid}` });
    });
    afterAll(async () => {
      await server.end();
      folder.remove();
    });

    const jobAt = async (path: string): Promise<Job> => (await server.call('GET', path)).data as Job;

    /** Follows a job until it has ended, and kills its server now and then. */
    async function endOf(path: string): Promise<Job> {
      let [killed, last] = [0, 0];
      let job = await jobAt(path);
      for (let look = 0; look < 6000; look++) {
        job = await jobAt(path);
        if (job.state === 'done' || job.state === 'failed') return job;
        if (killed < KILLS && job.progress.done >= last + FURTHER) {
          last = job.progress.done;
          killed++;
          await server.kill();
          await server.start();
          // Otherwise the test would wait for the lease of a killed server.
          await server.call('POST', `${path}/cancel`);
          await server.call('POST', `${path}/resume`);
        }
        await new Promise((done) => setTimeout(done, 5));
      }
      throw new Error(`the job does not end: ${JSON.stringify(job)}`);
    }

    const row = (number: number): string => `"row\n${number}",${WRONG.has(number) ? 'c'.repeat(21) : `c${number}`}`;
    const content = `title,code\n${Array.from({ length: ROWS }, (_, index) => row(index)).join('\n')}\n`;

    async function newCollection(): Promise<string> {
      const collection = `notes${++collections}`;
      const fields = [id, text('title'), text('code', { length: 20 })];
      await server.call('POST', '/collections', { collection, fields });
      return collection;
    }

    it.each([
      ['inserted', { mode: 'insert' }, ROWS - WRONG.size],
      ['upserted', { mode: 'upsert', key: 'code' }, ROWS - WRONG.size],
    ])('%s: every row is there once', REPEATED, async (how, mode, count) => {
      const collection = await newCollection();
      if (how === 'upserted') await server.call('POST', `/items/${collection}`, KNOWN);
      const form = new FormData();
      form.append('job', JSON.stringify({ kind: 'import', collection, ...mode }));
      form.append('file', new Blob([content]), 'rows.csv');
      const { data } = await server.sendForm(`/jobs?collection=${collection}`, form);
      const job = await endOf(`/jobs/${(data as { id: number }).id}`);
      expect(job).toMatchObject({ state: 'done', progress: { done: ROWS, refused: WRONG.size } });
      const items = (await server.call('GET', `/items/${collection}?limit=-1&fields=title,code`)).data as {
        readonly title: string;
        readonly code: string;
      }[];
      expect(items).toHaveLength(count);
      expect(new Set(items.map(({ title, code }) => `${title.replace('\n', ' ')} ${code}`)).size).toBe(count);
    });
  });
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { type Ended, ServerProcess, temporaryFolder } from '../support/server-process.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const MORTAL = fileURLToPath(new URL('./mortal-program.mjs', import.meta.url));
const LINES = 20_000;
/** How many imports are killed that have created items. */
const KILLS = 3;
/** When the first import kills itself, and how much later the next one if it had not created any items. */
const [FIRST_MS, LATER_MS] = [150, 100];
const REPEATED = { timeout: 180_000, repeats: thoroughly(1) - 1 };
/** How long a count must stay the same. */
const SETTLING_MS = 200;
/** Lines that cannot become items. No field is unique, so that a repeated line would create two items. */
const WRONG = new Map([
  [7, '{"title": "no end"'],
  [1200, '{"nothing": "of that name"}'],
  [1201, JSON.stringify({ title: 'note 1201', code: 'c'.repeat(51) })],
]);
const ALL = LINES - WRONG.size;

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`an import on ${engine}, killed and restarted`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    let collections = 0;
    const file = join(folder.path, 'notes.ndjson');

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `import${process.pid}` });
      const line = (number: number): string =>
        WRONG.get(number) ?? JSON.stringify({ title: `note ${number}`, code: `c${number}` });
      writeFileSync(file, Array.from({ length: LINES }, (_, index) => `${line(index + 1)}\n`).join(''));
    });
    afterAll(async () => {
      await server.kill();
      folder.remove();
    });

    /** Imports the file; `afterMs` is when the process kills itself after it has begun. */
    function run(collection: string, afterMs: number | undefined): Promise<Ended> {
      const args = ['import', '--data', folder.path, '--project', PROJECT, '--collection', collection, file];
      if (afterMs === undefined) return new ServerProcess(args).ended();
      return new ServerProcess([String(afterMs), ...args], {}, MORTAL).ended();
    }

    it('creates one item per line, and names the refused lines', REPEATED, async () => {
      const collection = `notes${++collections}`;
      const fields = [id, text('title'), text('code', { length: 50 })];
      await server.call('POST', '/collections', { collection, fields });
      const counts = [0];
      // A completed import is not restarted, because it would import the lines again, even if it was killed before it
      // could say so.
      for (let afterMs = FIRST_MS; (counts.at(-1) ?? 0) < ALL; ) {
        await run(collection, counts.length <= KILLS ? afterMs : undefined);
        const count = await settledCount(server, collection);
        if (count === counts.at(-1)) afterMs += LATER_MS;
        else counts.push(count);
      }
      expect(counts.length).toBeGreaterThan(2);
      const { data } = await server.call('GET', `/items/${collection}?limit=-1&fields=code,title`);
      const made = (data as { code: string; title: string }[]).map(({ code, title }) => `${code} ${title}`);
      const numbers = Array.from({ length: LINES }, (_, index) => index + 1).filter((number) => !WRONG.has(number));
      expect(made.sort()).toEqual(numbers.map((number) => `c${number} note ${number}`).sort());
      const refused = await refusedRows(server);
      expect([...refused.matchAll(/,(\d+),\w*,\d+,[^\n]+$/gm)].map(([, number]) => Number(number))).toEqual([
        ...WRONG.keys(),
      ]);
    });
  });
}

/** The refused rows as the server has them: an import that is killed at its end does not write their file. */
async function refusedRows(server: ProjectServer): Promise<string> {
  const { data } = await server.call('GET', '/jobs?kind=import&limit=1');
  const { bytes } = await server.download(`/jobs/${(data as { id: number }[])[0]?.id}/refused`);
  return new TextDecoder().decode(bytes);
}

/** The number of items, when a database server has finished what a killed import had asked it to commit. */
async function settledCount(server: ProjectServer, collection: string): Promise<number> {
  for (let before = -1; ; ) {
    const { data } = await server.call('GET', `/items/${collection}?limit=-1&fields=id`);
    const count = (data as readonly unknown[]).length;
    if (count === before) return count;
    before = count;
    await new Promise((done) => setTimeout(done, SETTLING_MS));
  }
}

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PROJECT, ProjectServer } from '../fault/project-server.ts';
import { findChromium, launchChromium } from '../support/chromium.ts';
import { id, text, toOne } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';

/** Rows of the file. IMPORT_ROWS=100000 measures a long import, and prints how long it took. */
const ROWS = Number(process.env.IMPORT_ROWS) || 2000;
const AUTHORS = Math.max(20, ROWS / 100);
/** One in this many rows is refused. */
const WRONG_EACH = ROWS / 10;
/** The fractions of the file after which the server is killed. */
const KILLS = [0.25, 0.6];
const LONG = 120_000 + ROWS * 15;
/** Polling without a pause would slow down the job. */
const LOOK_MS = ROWS > 10_000 ? 500 : 10;
const isMeasured = process.env.IMPORT_ROWS !== undefined;
const found = findChromium();

interface Job {
  readonly id: number;
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number; readonly refused: number };
  readonly result: unknown;
}

interface Row {
  readonly code: string;
  readonly minutes: number;
  readonly author: number;
}

const isWrong = (row: number): boolean => row % WRONG_EACH === 7;
const minutesOf = (row: number): number => (row * 7) % 1000;
const authorOf = (row: number): number => (row * 31) % AUTHORS;

function* lines(): Generator<string> {
  yield 'code;title;minutes;author\n';
  for (let row = 0; row < ROWS; row++)
    yield `c${row};"Title; of ""row""\n${row}";${isWrong(row) ? 'many' : minutesOf(row)};Author ${authorOf(row)}\n`;
}

/** A port that nothing listens on, where a browser finds the server again. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Polls until a condition holds. */
async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + LONG;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new Error(`this does not change: ${JSON.stringify(seen)}`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

for (const engine of isMeasured ? (['sqlite', 'mysql', 'postgres'] as const) : (['sqlite'] as const)) {
  const given = inject('engines')[engine];
  describe.skipIf('skipped' in found || !given)(`an import in the browser on ${engine}`, () => {
    const folder = temporaryFolder();
    let server: ProjectServer;
    let browser: Browser;
    let page: Page;
    const memory: number[] = [];

    beforeAll(async () => {
      server = new ProjectServer(folder.path, undefined, await freePort());
      await server.start();
      await server.createProject({ ...given, db_name: `browserimport${process.pid}` });
      const minutes = { field: 'minutes', type: 'integer', datatype: 'INT', interface: 'numeric' };
      const author = { ...toOne('author'), interface: 'many-to-one' };
      await server.call('POST', '/collections', { collection: 'authors', fields: [id, text('name')] });
      const fields = [id, text('code', { length: 20 }), text('title'), minutes, author];
      await server.call('POST', '/collections', { collection: 'articles', fields });
      const relation = { collection_many: 'articles', field_many: 'author', collection_one: 'authors' };
      await server.call('POST', '/relations', relation);
      const names = Array.from({ length: AUTHORS }, (_, index) => ({ name: `Author ${index}` }));
      await server.call('POST', '/items/authors', names);
      browser = await launchChromium('path' in found ? found.path : '');
      const context = await browser.newContext({ baseURL: server.base, locale: 'en-GB' });
      const account = { email: 'admin@example.com', password: 'password', mode: 'cookie' };
      await context.request.post(`/${PROJECT}/auth/authenticate`, { data: account });
      page = await context.newPage();
      page.setDefaultTimeout(LONG);
    }, LONG);
    afterAll(async () => {
      await browser?.close();
      await server?.end();
      folder.remove();
    });

    const jobNow = async (job: string): Promise<Job> => (await server.call('GET', `/jobs/${job}`)).data as Job;

    const noteMemory = (): void => {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      memory.push(Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024));
    };

    async function kill(): Promise<void> {
      noteMemory();
      server.load();
      await server.kill();
      await page.getByText('The server does not answer.').waitFor();
      await server.start();
      await page.getByText('The server does not answer.').waitFor({ state: 'hidden' });
    }

    it('is exact, although its server is killed twice and the page must reconnect', { timeout: LONG }, async () => {
      const began = performance.now();
      const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
      const times: Record<string, number> = {};
      await page.goto(`/studio/${PROJECT}/jobs/import?collection=articles`);
      const buffer = Buffer.from([...lines()].join(''));
      await page.locator('input[data-import]').setInputFiles({ name: 'articles.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('heading', { name: 'What would become of the first rows' }).waitFor();
      expect(await page.getByLabel('Field for author').inputValue()).toBe('author.name');
      times.previewed = seconds();
      await page.getByRole('button', { name: 'Start the import' }).click();
      await page.getByRole('heading', { name: /^Import into/ }).waitFor();
      times.begun = seconds();
      const job = page.url().split('/').at(-1) ?? '';
      for (const [index, share] of KILLS.entries()) {
        const { progress } = await until(
          () => jobNow(job),
          (seen) => seen.progress.done >= share * ROWS,
        );
        await kill();
        const { state, progress: kept } = await jobNow(job);
        expect(state).toBe('running');
        times[`killed at ${progress.done}, started again with ${kept.done}`] = seconds();
        // The long run waits until the lease of the killed server has expired.
        if (index > 0 || ROWS < 10_000) {
          await page.getByRole('button', { name: 'Cancel the job' }).click();
          await page.getByRole('button', { name: 'Resume' }).click();
        }
        await until(
          () => jobNow(job),
          (seen) => seen.progress.done > kept.done || seen.state === 'done',
        );
        times[`resumed ${index + 1}`] = seconds();
      }
      await page.locator('article').getByText('Done', { exact: true }).waitFor();
      times.done = seconds();
      const wrong = Array.from({ length: ROWS }, (_, row) => row).filter(isWrong).length;
      expect(await jobNow(job)).toMatchObject({
        state: 'done',
        progress: { done: ROWS, total: ROWS, refused: wrong },
        result: { created: ROWS - wrong, updated: 0, refused: wrong },
      });
      await page.getByText(`${wrong} were left out`).waitFor();
      await compare(wrong);
      noteMemory();
      if (isMeasured)
        console.log(JSON.stringify({ engine, rows: ROWS, times, memory: memory.map((mb) => `${mb} MB`) }));
    });

    /** Everything in the file exists now, and nothing twice. */
    async function compare(wrong: number): Promise<void> {
      const authors = (await server.call('GET', '/items/authors?limit=-1')).data as { id: number; name: string }[];
      expect(authors).toHaveLength(AUTHORS);
      const ids = new Map(authors.map(({ id: key, name }) => [key, name]));
      const items = (await server.call('GET', '/items/articles?limit=-1&fields=code,minutes,author')).data as Row[];
      expect(items).toHaveLength(ROWS - wrong);
      const stored = new Map(items.map(({ code, minutes, author }) => [code, `${minutes} ${ids.get(author)}`]));
      expect(stored.size).toBe(ROWS - wrong);
      for (let row = 0; row < ROWS; row++)
        if (stored.get(`c${row}`) !== (isWrong(row) ? undefined : `${minutesOf(row)} Author ${authorOf(row)}`))
          throw new Error(`row ${row} is ${stored.get(`c${row}`)}`);
    }
  });
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomOf, SEED, thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { type Opened, openDatabase } from './open-database.ts';
import { ProjectServer } from './project-server.ts';

const ROWS = 8_000;
const PART = 2_000;
const KILLS = 4;
const REPEATED = { timeout: 120_000, repeats: thoroughly(1) - 1 };
/** The tables that list what text indexes lack. */
const REMAINDERS = `SELECT name FROM sqlite_master WHERE name LIKE 'octavo!_text!_%!_remainder' ESCAPE '!'`;
const WORDS = ['amber', 'bridge', 'canal', 'dune', 'ember', 'field', 'garden', 'harbor'];

type Note = { readonly id: number; readonly body: string };

const folder = temporaryFolder();
const server = new ProjectServer(folder.path);
const random = randomOf(SEED);
let opened: Opened;
let collections = 0;

beforeAll(async () => {
  await server.start();
  await server.createProject({ db_type: 'sqlite' });
  opened = await openDatabase('sqlite', {}, folder.path, 'whole');
}, 60_000);
afterAll(async () => {
  await server.kill();
  await opened?.database.close();
  folder.remove();
});

it(`a text index whose build was killed several times finds every text, seed ${SEED}`, REPEATED, async () => {
  const collection = `notes${++collections}`;
  await server.call('POST', '/collections', {
    collection,
    fields: [id, text('body', { datatype: 'TEXT', length: null })],
  });
  for (let first = 0; first < ROWS; first += PART)
    expect(
      (await server.call('POST', `/items/${collection}?activity_skip=1&fields=id`, bodies(first, PART))).status,
    ).toBe(200);
  expect((await server.call('PATCH', `/fields/${collection}/body`, { text_index: true })).status).toBe(200);
  const unfinished: boolean[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(40 + random(100));
    unfinished.push(await isBeingBuilt());
    await server.kill();
    await server.start();
    await change(collection, kill);
  }
  expect(unfinished).toContain(true);
  await expect.poll(isBeingBuilt, { timeout: 60_000, interval: 100 }).toBe(false);
  const notes = (await server.call('GET', `/items/${collection}?limit=-1&fields=id,body`)).data as readonly Note[];
  for (const word of [...WORDS, 'moor', 'arden h', '7 amber'])
    expect(await foundBy(collection, word), word).toEqual(
      notes.filter(({ body }) => body.includes(word)).map((note) => note.id),
    );
});

/** Texts of some words and a number. */
function bodies(first: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    body: Array.from(
      { length: 40 },
      (_, at) => `${(first + index) % (at + 7)} ${WORDS[(first + index * (at + 1)) % 8]}`,
    ).join(' '),
  }));
}

/** Writes during the build: in its first rows, in its last ones, and beyond. */
async function change(collection: string, round: number): Promise<void> {
  const answers = await Promise.all([
    server.call('PATCH', `/items/${collection}/${1 + round}`, { body: `moor ${round}` }),
    server.call('PATCH', `/items/${collection}/${ROWS - round}`, { body: `the last moor ${round}` }),
    server.call('DELETE', `/items/${collection}/${100 + round}`),
    server.call('POST', `/items/${collection}`, { body: `one more moor ${round}` }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 200]);
}

async function foundBy(collection: string, word: string): Promise<readonly number[]> {
  const path = `/items/${collection}?limit=-1&fields=id&filter[body][contains]=${encodeURIComponent(word)}`;
  return ((await server.call('GET', path)).data as readonly Note[]).map((note) => note.id);
}

/** Whether there are rows that the index lacks. */
async function isBeingBuilt(): Promise<boolean> {
  return (await opened.database.all({ text: REMAINDERS, parameters: [] })).length > 0;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Random, randomOf, SEED, thoroughly } from '../support/battery.ts';
import { DatabaseFront } from '../support/database-front.ts';
import { noteFields, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { type Answer, ProjectServer } from './project-server.ts';
import { WriteLedger } from './write-ledger.ts';

const CUTS = thoroughly(30);
const CUTS_IN_A_ROW = 5;
const PAUSE_MS = 200;
const WRITERS = 8;
/** So many rows that some statements are still running when their connection is reset. */
const ROWS = 20_000;
const BATCH = 5_000;

/** What is read meanwhile. A long list may end early, because its status was sent before the rows. */
const READS = [
  '/items/notes?limit=5',
  '/items/stones?limit=5&meta=total_count,filter_count&filter[title][contains]=1',
  '/items/stones?q=stone 77',
  '/items/stones?sort=-title&limit=5&offset=9000',
  '/activity?limit=5&meta=*',
  '/collections',
  '/users/me',
];
const LONG_READS = ['/items/stones?limit=-1&format=csv'];

for (const engine of ['mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a server whose connections to ${engine} are reset at any moment, seed ${SEED}`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    const random = randomOf(SEED);
    let front: DatabaseFront;

    beforeAll(async () => {
      front = await DatabaseFront.to(String(given?.db_host), Number(given?.db_port));
      await server.start();
      const place = { db_host: '127.0.0.1', db_port: front.port, db_name: `cut${process.pid}` };
      await server.createProject({ ...given, ...place });
      await server.call('POST', '/collections', { collection: 'notes', fields: noteFields });
      await server.call('POST', '/collections', { collection: 'stones', fields: [noteFields[0], text('title')] });
      for (let row = 0; row < ROWS; row += BATCH) {
        const stones = Array.from({ length: BATCH }, (_, index) => ({ title: `stone ${row + index}` }));
        await server.call('POST', '/items/stones?activity_skip=1&fields=id', stones);
      }
    }, 60_000);
    afterAll(async () => {
      await server.end();
      front?.close();
      folder.remove();
    });

    it('answers 503 at worst, loses nothing that was acknowledged, and leaves nothing incomplete', {
      timeout: 60_000 + CUTS * PAUSE_MS * 10,
    }, async () => {
      const ledger = new WriteLedger(server);
      const wrong: string[] = [];
      const end = new AbortController();
      const untilTheEnd = async (work: () => Promise<unknown>): Promise<void> => {
        while (!end.signal.aborted) await work();
      };
      const reading = (paths: readonly string[], isLong: boolean) =>
        untilTheEnd(async () => {
          const path = paths[random(paths.length)] ?? '';
          const fault = faultOf(await answerTo(server, path), isLong);
          if (fault) wrong.push(`${path}: ${fault}`);
        });
      const writing = () =>
        untilTheEnd(() =>
          ledger.write().catch(({ message }: Error) => {
            if (message !== 'answered 503') wrong.push(`a write: ${message}`);
          }),
        );
      const work = [
        ...Array.from({ length: WRITERS }, () => writing()),
        ...Array.from({ length: READS.length }, () => reading(READS, false)),
        reading(LONG_READS, true),
      ];
      const resets = await resetOften(front, random, ledger);
      end.abort();
      await Promise.all(work);
      const status = async () => (await server.call('GET', '/items/notes?limit=1')).status;
      await expect.poll(status, { timeout: 20_000 }).toBe(200);
      wrong.push(...(await ledger.disagreements()));
      console.info(`${engine}: ${resets} resets, ${ledger.acknowledged} acknowledged writes, ${wrong.length} faults`);
      expect(wrong).toEqual([]);
      expect(resets).toBeGreaterThan(CUTS);
    });
  });
}

/** Resets about half of the connections again and again, and sees writes go on in between; returns how many. */
async function resetOften(front: DatabaseFront, random: Random, ledger: WriteLedger): Promise<number> {
  let resets = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    if (cut % CUTS_IN_A_ROW === 0) await ledger.nextAcknowledged();
    await new Promise((done) => setTimeout(done, random(PAUSE_MS)));
    resets += front.reset(() => random(2) === 0);
  }
  return resets;
}

async function answerTo(server: ProjectServer, path: string): Promise<Answer | Error> {
  try {
    const { status, bytes } = await server.download(path);
    return { status, data: status === 200 ? null : JSON.parse(Buffer.from(bytes).toString()) };
  } catch (error) {
    return error as Error;
  }
}

/** What is wrong with an answer; null if nothing is. */
function faultOf(answer: Answer | Error, mayBreakOff: boolean): string | null {
  if (answer instanceof Error) return mayBreakOff && answer.message === 'terminated' ? null : String(answer.cause);
  if (answer.status === 200) return null;
  const { error } = answer.data as { readonly error?: { readonly code?: number } };
  return answer.status === 503 && error?.code === 11 ? null : `${answer.status} ${JSON.stringify(error)}`;
}

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { randomOf, SEED, thoroughly } from '../support/battery.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { disagreements } from './disagreements.ts';
import { type Opened, openDatabase } from './open-database.ts';
import { ProjectServer } from './project-server.ts';
import { type Change, Ledger, lifeOf } from './schema-changes.ts';

const KILLS = thoroughly(6);
const LATEST_MS = 900;
const PER_KILL_MS = 15_000;
/** If this is set, the server runs without its journal, and the test must fail. */
const UNJOURNALLED = process.env.OCTAVO_TEST_UNJOURNALLED
  ? fileURLToPath(new URL('./without-journal.mjs', import.meta.url))
  : undefined;

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`changes of the schema on ${engine}, killed at any moment, seed ${SEED}`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path, UNJOURNALLED);
    const name = `kill${process.pid}`;
    const random = randomOf(SEED);
    let opened: Opened;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: name });
      opened = await openDatabase(engine, given ?? {}, folder.path, name);
    });
    afterAll(async () => {
      await server.kill();
      await opened?.database.close();
      folder.remove();
    });

    it(
      'are complete or absent',
      async () => {
        const ledger = new Ledger();
        const wrong: string[] = [];
        const statuses = new Map<number, number>();
        let lives = 0;
        let life: Change[] = [];
        for (let kill = 0; kill < KILLS; kill++) {
          const killed = endAfter(server, random(LATEST_MS));
          do life = life.length > 0 ? life : lifeOf(`c${lives++}`);
          while (await live(server, ledger, life, statuses));
          await killed;
          await server.start();
          await server.call('GET', '/collections');
          const tables = await opened.dialect.introspect(opened.database);
          const found = [
            ...(await disagreements(opened.database, opened.dialect)),
            ...ledger.lost(new Set(tables.map((table) => table.name))),
          ];
          wrong.push(...found.map((problem) => `kill ${kill}: ${problem}`));
        }
        console.info(`${engine}: ${KILLS} kills, ${JSON.stringify([...statuses])}, ${wrong.length} disagreements`);
        expect(wrong).toEqual([]);
        expect(statuses.has(500)).toBe(false);
      },
      60_000 + KILLS * PER_KILL_MS,
    );
  });
}

async function endAfter(server: ProjectServer, delay: number): Promise<void> {
  await new Promise((done) => setTimeout(done, delay));
  await server.kill();
}

/**
 * Makes the remaining changes of a life; false if the server dies during one. The next server continues with that, so
 * that late changes are interrupted, too, however slow the machine is.
 */
async function live(
  server: ProjectServer,
  ledger: Ledger,
  life: Change[],
  statuses: Map<number, number>,
): Promise<boolean> {
  for (let change = life.shift(); change; change = life.shift())
    try {
      const status = await ledger.make(server, change);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    } catch {
      life.unshift(change);
      return false;
    }
  return true;
}

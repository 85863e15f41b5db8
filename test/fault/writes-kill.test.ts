import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { randomOf, SEED, thoroughly } from '../support/battery.ts';
import { noteFields } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';
import { WriteLedger } from './write-ledger.ts';

const KILLS = thoroughly(6);
const WRITERS = 64;
const LATEST_MS = 600;
const PER_KILL_MS = 15_000;

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`${WRITERS} writers on ${engine}, whose server is killed at any moment, seed ${SEED}`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    const random = randomOf(SEED);

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `writes${process.pid}` });
      await server.call('POST', '/collections', { collection: 'notes', fields: noteFields });
    });
    afterAll(async () => {
      await server.kill();
      folder.remove();
    });

    it('lose nothing that was acknowledged, and leave nothing incomplete', {
      timeout: 60_000 + KILLS * PER_KILL_MS,
    }, async () => {
      const ledger = new WriteLedger(server);
      const wrong: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const killed = ledger.nextAcknowledged().then(() => endAfter(server, random(LATEST_MS)));
        await Promise.all(Array.from({ length: WRITERS }, () => ledger.writeUntilTheEnd()));
        await killed;
        await server.start();
        wrong.push(...(await ledger.disagreements()).map((problem) => `kill ${kill}: ${problem}`));
      }
      console.info(
        `${engine}: ${KILLS} kills, ${ledger.acknowledged} acknowledged writes, ${wrong.length} disagreements`,
      );
      expect(wrong).toEqual([]);
      expect(ledger.acknowledged).toBeGreaterThan(KILLS);
    });
  });
}

async function endAfter(server: ProjectServer, delay: number): Promise<void> {
  await new Promise((done) => setTimeout(done, delay));
  await server.kill();
}

import { afterEach, describe, expect, inject, it } from 'vitest';
import type { Database, DatabaseAddress } from '../../../src/dialects/dialect.ts';
import { dialectOf } from '../../../src/dialects/registry.ts';
import { DatabaseFront } from '../../support/database-front.ts';

/** The limit of a statement that a silent server leaves unanswered: 5 s of silence, and 4 s for a new connection. */
const BOUND_MS = 10_500;

const SLEEP = { mysql: 'SELECT SLEEP(8)', postgres: 'SELECT 1 FROM pg_sleep(8)' };

for (const engine of ['mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a server that goes silent, on ${engine}`, { timeout: 60_000 }, () => {
    const ends: (() => unknown)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });

    async function opened() {
      const { db_host: host, db_port: port, db_user: user, db_password: password } = given as Record<string, string>;
      const front = await DatabaseFront.to(String(host), Number(port));
      ends.push(() => front.close());
      const dialect = await dialectOf(engine);
      const account = { user: String(user), password: String(password), name: `silent${process.pid}` };
      const address: DatabaseAddress = { host: '127.0.0.1', port: front.port, ...account };
      const database = await dialect.open(address);
      await database.run({ text: 'CREATE TABLE IF NOT EXISTS things (id INTEGER)', parameters: [] });
      ends.push(() => dialect.destroy({ ...address, host: String(host), port: Number(port) }));
      ends.push(() => {
        front.silence(false);
        return database.close();
      });
      /** How long the work takes, and how it fails. */
      const timed = async (work: () => unknown) => {
        const begun = performance.now();
        const failure = await Promise.resolve()
          .then(work)
          .then(
            () => null,
            (error: unknown) => dialect.classify(error)?.kind,
          );
        return { failure, ms: performance.now() - begun };
      };
      return { front, database, timed };
    }

    const insert = (database: Database) => () =>
      database.transaction((session) => session.run({ text: 'INSERT INTO things VALUES (1)', parameters: [] }));
    const read = (database: Database) => () => database.all({ text: 'SELECT id FROM things', parameters: [] });

    it('keeps nobody waiting for long, however many wait', async () => {
      const { front, database, timed } = await opened();
      await insert(database)();
      front.silence(true);
      const works = Array.from({ length: 30 }, () => [timed(insert(database)), timed(read(database))]).flat();
      const outcomes = await Promise.all(works);
      expect(new Set(outcomes.map(({ failure }) => failure))).toEqual(new Set(['unreachable']));
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(BOUND_MS);
    });

    it('is used again once it answers', async () => {
      const { front, database, timed } = await opened();
      front.silence(true);
      expect((await timed(read(database))).failure).toBe('unreachable');
      front.silence(false);
      await expect.poll(async () => (await timed(read(database))).failure, { timeout: 10_000 }).toBeNull();
      await expect.poll(async () => (await timed(insert(database))).failure, { timeout: 10_000 }).toBeNull();
    });

    it('is not a server that takes its time for one statement', async () => {
      const { database, timed } = await opened();
      expect((await timed(() => database.all({ text: SLEEP[engine], parameters: [] }))).failure).toBeNull();
    });
  });
}

import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, it, type TestContext } from 'vitest';
import type { Database, DatabaseAddress } from '../../../src/dialects/dialect.ts';
import { dialectOf } from '../../../src/dialects/registry.ts';
import { DatabaseFront } from '../../support/database-front.ts';

/** The limit of a statement that a silent server leaves unanswered: 6 s until that is noticed, 4 s for a new connection. */
const BOUND_MS = 12_000;

/** The limit of what takes several statements: a silent server may answer some of them. */
const OPENING_MS = 15_000;
/** More answers than opening a database needs. */
const MAX_ANSWERS = 12;

const SLEEP = { mysql: 'SELECT SLEEP(8)', postgres: 'SELECT 1 FROM pg_sleep(8)' };

for (const engine of ['mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  // Tests wait most of the time, and do so together.
  describe.skipIf(!given).concurrent(`a server that goes silent, on ${engine}`, { timeout: 60_000 }, () => {
    /** A front of the server, and the address of a database behind it. */
    async function fronted({ task, onTestFinished }: TestContext) {
      const { db_host: host, db_port: port, db_user: user, db_password: password } = given as Record<string, string>;
      const front = await DatabaseFront.to(String(host), Number(port));
      onTestFinished(() => front.close());
      const account = {
        user: String(user),
        password: String(password),
        name: `silent_${process.pid}_${task.id.replaceAll('-', '')}`,
      };
      const address: DatabaseAddress = { host: '127.0.0.1', port: front.port, ...account };
      return { front, address, direct: { ...address, host: String(host), port: Number(port) } };
    }

    async function opened(context: TestContext) {
      const { onTestFinished } = context;
      const { front, address, direct } = await fronted(context);
      const dialect = await dialectOf(engine);
      const database = await dialect.open(address);
      await database.run({ text: 'CREATE TABLE IF NOT EXISTS things (id INTEGER)', parameters: [] });
      onTestFinished(() => dialect.destroy(direct));
      onTestFinished(() => {
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
      return { front, address, direct, dialect, database, timed };
    }

    const insert = (database: Database) => () =>
      database.transaction((session) => session.run({ text: 'INSERT INTO things VALUES (1)', parameters: [] }));
    const read = (database: Database) => () => database.all({ text: 'SELECT id FROM things', parameters: [] });

    it('keeps nobody waiting for long, however many wait', async (context) => {
      const { front, database, timed } = await opened(context);
      await insert(database)();
      front.silence(true);
      const works = Array.from({ length: 30 }, () => [timed(insert(database)), timed(read(database))]).flat();
      const outcomes = await Promise.all(works);
      expect(new Set(outcomes.map(({ failure }) => failure))).toEqual(new Set(['unreachable']));
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(BOUND_MS);
    });

    it('keeps nobody waiting who opens or removes a database, whatever it has answered before', async (context) => {
      const { dialect, timed, direct } = await opened(context);
      const absent = `${direct.name}absent`;
      const works = {
        open: async (address: DatabaseAddress) => (await dialect.open(address)).close(),
        openSnapshot: async (address: DatabaseAddress) => (await dialect.openSnapshot(address)).close(),
        destroy: (address: DatabaseAddress) => dialect.destroy({ ...address, name: absent }),
      };
      const moments = Object.values(works).flatMap((work) =>
        Array.from({ length: MAX_ANSWERS }, async (_, answers) => {
          const { front, address } = await fronted(context);
          front.silenceAfter(answers);
          return timed(() => work(address));
        }),
      );
      const outcomes = await Promise.all(moments);
      expect(outcomes.filter(({ failure }) => failure === 'unreachable').length).toBeGreaterThanOrEqual(10);
      expect(outcomes.filter(({ failure }) => failure === null).length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(OPENING_MS);
    });

    it('keeps nobody waiting who streams rows or reads from a snapshot', async (context) => {
      const { dialect, database, address, front, timed } = await opened(context);
      const rows = Array.from({ length: 5_000 }, (_, id) => `(${id})`).join(', ');
      await database.run({ text: `INSERT INTO things VALUES ${rows}`, parameters: [] });
      const [reader, streamer] = [await dialect.openSnapshot(address), await dialect.openSnapshot(address)];
      for (const snapshot of [reader, streamer]) context.onTestFinished(() => snapshot.close());
      const many = { text: 'SELECT a.id FROM things a CROSS JOIN things b', parameters: [] };
      const streams = [database.chunks(many, 100), streamer.batches(many, 100)].map((rows) =>
        rows[Symbol.asyncIterator](),
      );
      for (const stream of streams) await stream.next();
      front.silence(true);
      const works = [...streams.map((stream) => () => drained(stream)), () => reader.all(many)];
      const outcomes = await Promise.all(works.map(timed));
      expect(outcomes.map(({ failure }) => failure)).toEqual(['unreachable', 'unreachable', 'unreachable']);
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(BOUND_MS);
    });

    it('is not a server that streams to somebody who takes their time', async (context) => {
      const { database, front } = await opened(context);
      await database.run({ text: 'INSERT INTO things VALUES (1), (2)', parameters: [] });
      const stream = database.chunks({ text: 'SELECT id FROM things', parameters: [] }, 1)[Symbol.asyncIterator]();
      await stream.next();
      front.silence(true);
      await setTimeout(BOUND_MS);
      front.silence(false);
      expect((await stream.next()).done).toBe(false);
      await stream.return?.();
    });

    it('is used again once it answers', async (context) => {
      const { front, database, timed } = await opened(context);
      front.silence(true);
      expect((await timed(read(database))).failure).toBe('unreachable');
      front.silence(false);
      await context.expect.poll(async () => (await timed(read(database))).failure, { timeout: 10_000 }).toBeNull();
      await context.expect.poll(async () => (await timed(insert(database))).failure, { timeout: 10_000 }).toBeNull();
    });

    it('is not a server that takes its time for one statement', async (context) => {
      const { database, timed } = await opened(context);
      expect((await timed(() => database.all({ text: SLEEP[engine], parameters: [] }))).failure).toBeNull();
    });
  });
}

async function drained(stream: AsyncIterator<unknown>): Promise<void> {
  while (!(await stream.next()).done);
}

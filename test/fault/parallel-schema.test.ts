import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, integer, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { disagreements } from './disagreements.ts';
import { type Opened, openDatabase } from './open-database.ts';
import { type Answer, ProjectServer } from './project-server.ts';

const FIELDS = 60;
const COLLECTIONS = 50;
const READERS = 4;
/** Rounds of changes that two servers make at the same time. */
const AT_ONCE = 5;
const HEARD_MS = 1000;
const REPEATED = { timeout: 120_000, repeats: thoroughly(1) - 1 };

const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`many concurrent schema changes on ${engine}`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    const other = new ProjectServer(folder.path);
    const name = `parallel${process.pid}`;
    let opened: Opened;
    let repetition = 0;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: name });
      await other.start();
      opened = await openDatabase(engine, given ?? {}, folder.path, name);
    });
    afterAll(async () => {
      await Promise.all([server.kill(), other.kill()]);
      await opened?.database.close();
      folder.remove();
    });

    const make = async (on: ProjectServer, collection: string, fields: readonly object[]): Promise<number> =>
      (await on.call('POST', '/collections', { collection, fields: [id, ...fields] })).status;
    const agrees = async (): Promise<void> => expect(await disagreements(opened.database, opened.dialect)).toEqual([]);

    it('deletes sixty fields while readers see consistent items', REPEATED, async () => {
      const wide = `wide${++repetition}`;
      const names = count(FIELDS).map((index) => `f${index}`);
      expect(await make(server, wide, [text('title'), ...names.map((name) => text(name))])).toBe(200);
      const item = Object.fromEntries(['title', ...names].map((field) => [field, 'v']));
      expect((await server.call('POST', `/items/${wide}`, item)).status).toBe(200);
      const read = reading(server, `/items/${wide}`, wholeItems);
      const answers = await Promise.all(names.map((field) => server.call('DELETE', `/fields/${wide}/${field}`)));
      expect(await read.problems()).toEqual([]);
      expect(answers.filter(({ status }) => status !== 204)).toEqual([]);
      expect((await server.call('GET', `/items/${wide}`)).data).toEqual([{ id: 1, title: 'v' }]);
      await agrees();
    });

    it('creates fifty collections while readers see complete ones', { timeout: 120_000 }, async () => {
      const read = reading(server, '/collections', wholeCollections);
      const statuses = await Promise.all(count(COLLECTIONS).map((index) => make(server, `many${index}`, [text('a')])));
      expect(await read.problems()).toEqual([]);
      expect(new Set(statuses)).toEqual(new Set([200]));
      await agrees();
    });

    it('lets two servers change one database', { timeout: 120_000 }, async () => {
      const both = [server, other];
      const pairs = await Promise.all(
        count(20).map((index) => make(both[index % 2] ?? server, `pair${index}`, [text('a'), text('b')])),
      );
      expect(new Set(pairs)).toEqual(new Set([200]));
      await agrees();
      await expectSoon(async () => (await other.call('GET', '/items/pair0')).status, 200);
      expect((await server.call('POST', '/items/pair0', { a: 'x', b: 'y' })).status).toBe(200);
      expect((await other.call('GET', '/items/pair0')).data).toEqual([{ id: 1, a: 'x', b: 'y' }]);
      expect((await server.call('DELETE', '/fields/pair0/b')).status).toBe(204);
      expect((await other.call('GET', '/items/pair0')).data).toEqual([{ id: 1, a: 'x' }]);
      expect((await server.call('POST', '/fields/pair0', text('c'))).status).toBe(200);
      await expectSoon(async () => (await other.call('GET', '/items/pair0')).data, [{ id: 1, a: 'x', c: null }]);
      expect((await other.call('DELETE', '/collections/pair0')).status).toBe(204);
      await expectSoon(async () => (await server.call('GET', '/items/pair0')).status, 404);
    });

    it('lets two servers change one table at once, and loses no field', { timeout: 120_000 }, async () => {
      const owners = count(AT_ONCE).map((round) => integer(`owner${round}`));
      expect(await make(server, 'shared', [text('title'), ...owners])).toBe(200);
      await expectSoon(async () => (await other.call('GET', '/items/shared')).status, 200);
      const answers: Answer[] = [];
      for (const round of count(AT_ONCE)) {
        const relation = { collection_many: 'shared', field_many: `owner${round}`, collection_one: 'shared' };
        const type = round % 2 === 0 ? integer('title') : text('title');
        const [first, second] = round % 2 === 0 ? [server, other] : [other, server];
        const changes = [
          first.call('POST', '/fields/shared', text(`one${round}`)),
          second.call('PATCH', '/fields/shared/title', type),
          second.call('POST', '/fields/shared', text(`other${round}`)),
          ...[first, second].map((each) => each.call('POST', '/relations', relation)),
        ];
        answers.push(...(await Promise.all(changes)));
      }
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      await agrees();
    });

    it('refuses what the data does not allow, naming the first value, and changes nothing', async () => {
      expect(await make(server, 'books', [text('title'), text('isbn')])).toBe(200);
      for (const title of ['One', 'Three', 'Three']) await server.call('POST', '/items/books', { title });
      const before = await opened.dialect.introspect(opened.database);
      const refused = async (field: string, change: object): Promise<unknown> =>
        (await server.call('PATCH', `/fields/books/${field}`, change)).data;
      const because = (message: string): object => ({ code: 404, message });
      expect(await refused('title', { unique: true })).toEqual(
        because('The field "title" cannot be made unique: "Three" occurs twice'),
      );
      expect(await refused('isbn', { required: true })).toEqual(
        because('The field "isbn" cannot be made required: item "1" has no value'),
      );
      expect(await refused('title', { length: 4 })).toEqual(
        because('The field "title" cannot be made 4 characters long: "Three" is longer'),
      );
      expect(await refused('title', { type: 'integer', datatype: 'INT' })).toEqual(
        because('The field "title" cannot be made of the type INT: "One" does not fit'),
      );
      expect(await opened.dialect.introspect(opened.database)).toEqual(before);
      await agrees();
    });
  });
}

/** Other servers notice a change within a second. */
async function expectSoon(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect.poll(ask, { timeout: HEARD_MS, interval: 50 }).toEqual(wanted);
}

/** Readers that query until `problems` is called, and collect errors in the answers. */
function reading(
  server: ProjectServer,
  path: string,
  check: (data: unknown) => string[],
): { problems(): Promise<string[]> } {
  let ended = false;
  const found = new Set<string>();
  const readOn = async (): Promise<void> => {
    while (!ended) {
      const { status, data }: Answer = await server.call('GET', path);
      const problems = status === 200 ? check(data) : [`${status}: ${JSON.stringify(data)}`];
      for (const problem of problems) found.add(problem);
    }
  };
  const readers = Promise.all(count(READERS).map(readOn));
  return {
    async problems() {
      ended = true;
      await readers;
      return [...found];
    },
  };
}

/** An item has its fields with their values, or lacks the fields. */
function wholeItems(data: unknown): string[] {
  const [item, ...more] = data as Record<string, unknown>[];
  if (!item || more.length > 0 || item.title !== 'v') return [`items: ${JSON.stringify(data)}`];
  return Object.entries(item).flatMap(([name, value]) =>
    name === 'id' || value === 'v' ? [] : [`${name} is ${JSON.stringify(value)}`],
  );
}

/** A collection exists with its fields and is managed, or does not exist. */
function wholeCollections(data: unknown): string[] {
  const listed = data as { collection: string; managed: boolean; fields: Record<string, { id: unknown }> }[];
  return listed.flatMap(({ collection, managed, fields }) => {
    if (!collection.startsWith('many')) return [];
    const described = Object.values(fields).filter((field) => field.id !== null);
    return managed && described.length === 2 ? [] : [`${collection} is ${JSON.stringify({ managed, fields })}`];
  });
}

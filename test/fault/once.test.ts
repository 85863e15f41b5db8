import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { type Answer, ProjectServer } from './project-server.ts';

const PAIRS = 25;
const KILLS = thoroughly(4);
const WRITERS = 12;
const COLLECTIONS = 3;
const REPEATED = { timeout: 60_000, repeats: thoroughly(1) - 1 };

const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`requests with an Idempotency-Key on ${engine}`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);
    const other = new ProjectServer(folder.path);
    let repetition = 0;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `once${process.pid}` });
      const fields = [id, text('title'), text('code', { unique: true })];
      await server.call('POST', '/collections', { collection: 'notes', fields });
      await other.start();
    });
    afterAll(async () => {
      await Promise.all([server.kill(), other.kill()]);
      folder.remove();
    });

    const post = (on: ProjectServer, path: string, body: object, key: string): Promise<Answer> =>
      on.call('POST', path, body, { 'Idempotency-Key': key });
    const both = (path: string, body: object, key: string): Promise<Answer[]> =>
      Promise.all([server, other].map((each) => post(each, path, body, key)));
    const titles = async (prefix: string): Promise<string[]> => {
      const { data } = await server.call(
        'GET',
        `/items/notes?limit=-1&fields=title&filter[title][like]=${encodeURIComponent(prefix)}`,
      );
      return (data as { title: string }[]).map(({ title }) => title).sort();
    };

    it('create one item, and get the same answer, from two servers at once', REPEATED, async () => {
      const prefix = `pair ${++repetition} `;
      const pairs = await Promise.all(
        count(PAIRS).map((index) => {
          const title = `${prefix}${index}`;
          return both('/items/notes', { title, code: title }, title.replaceAll(' ', '-'));
        }),
      );
      for (const [one, two] of pairs) {
        expect(one?.status).toBe(200);
        expect(two).toEqual(one);
      }
      expect(await titles(prefix)).toEqual(
        count(PAIRS)
          .map((index) => `${prefix}${index}`)
          .sort(),
      );
    });

    it('create one collection and one user, and get the same answer, from two servers at once', async () => {
      const user = { first_name: 'A', last_name: 'B', password: 'Secret-1', role: 1, status: 'active' };
      for (const [path, body] of [
        ['/collections', { collection: 'twice', fields: [id] }],
        ['/fields/notes', text('twice')],
        ['/users', { ...user, email: 'twice@example.com' }],
      ] as const) {
        const [one, two] = await both(path, body, 'both');
        expect([path, one?.status]).toEqual([path, 200]);
        expect(two).toEqual(one);
      }
    });

    it('create each item and each collection once although the server is killed', {
      timeout: thoroughly(120_000),
    }, async () => {
      const requests = count(KILLS * WRITERS).map((index) => ({
        path: index % WRITERS < COLLECTIONS ? '/collections' : '/items/notes',
        body:
          index % WRITERS < COLLECTIONS
            ? { collection: `killed${index}`, fields: [id, text('word')] }
            : { title: `killed ${index}` },
        key: `killed-${index}`,
      }));
      await other.kill();
      for (const kill of count(KILLS)) {
        const some = requests.slice(kill * WRITERS, (kill + 1) * WRITERS);
        const sent = some.map(({ path, body, key }) => post(server, path, body, key).catch(() => null));
        await Promise.race(sent.slice(kill % WRITERS));
        await server.kill();
        await Promise.all(sent);
        await server.start();
        for (const { path, body, key } of some) expect((await post(server, path, body, key)).status).toBe(200);
        for (const { path, body, key } of some) expect((await post(server, path, body, key)).status).toBe(200);
      }
      const items = requests.flatMap(({ body }) => ('title' in body ? [String(body.title)] : []));
      expect(await titles('killed')).toEqual(items.sort());
    });
  });
}

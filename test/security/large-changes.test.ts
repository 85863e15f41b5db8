import { beforeAll, expect, it } from 'vitest';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { imported } from '../support/imports.ts';
import { doJob } from '../support/jobs.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered, Payload } from '../support/project.ts';

/** A change keeps either of these twice until its transaction ends, so seventeen changes are too many. */
const LONG = 'x'.repeat(4_000_000);
const LISTS = Array.from({ length: 150_000 }, () => []);
const CHANGED = 17;
/** A creation or a deletion keeps one of them. */
const WRITTEN = 30;

const WRITER = 'the-token-of-the-writer';

/** What a request with too much in it sends. */
type Way = readonly [name: string, ask: (items: readonly Payload[]) => readonly [string, string, unknown?]];

const keysOf = (items: readonly Payload[]): unknown[] => items.map(({ id: key }) => key);

/** Mutations take each key once. */
const REPEATED: readonly Way[] = [
  ['a list of changes', (items) => ['PATCH', '/items/letters', items]],
  ['a list of keys', (items) => ['PATCH', `/items/letters/${keysOf(items).join()}`, { title: 'other' }]],
  ['nested changes', (letters) => ['PATCH', '/items/boxes/1', { letters }]],
];
const CHANGES: readonly Way[] = [
  ...REPEATED,
  ['a mutation', (items) => mutation('update_letters(ids: $ids, set: { title: "other" }) { id }', keysOf(items))],
];
const DELETIONS: readonly Way[] = [
  ['a list of keys', (items) => ['DELETE', `/items/letters/${keysOf(items).join()}`]],
  [
    'nested deletions',
    (items) => ['PATCH', '/items/boxes/1', { letters: items.map((item) => ({ ...item, $delete: true })) }],
  ],
  ['a mutation', (items) => mutation('delete_letters(ids: $ids)', keysOf(items))],
];
const TITLE = { title: 'new' };
const CREATIONS: readonly Way[] = [
  ['a list of like items', (items) => ['POST', '/items/letters', items.map(() => TITLE)]],
  ['a list of items with nested ones', (items) => ['POST', '/items/letters', items.map(() => ({ ...TITLE, box: {} }))]],
  ['nested items', (items) => ['PATCH', '/items/boxes/1', { letters: items.map(() => TITLE) }]],
  [
    'a mutation',
    (items) => [
      'POST',
      '/gql',
      { query: `mutation { create_letters(items: [${items.map(() => '{}').join()}]) { id } }` },
    ],
  ],
];

const mutation = (field: string, ids: readonly unknown[]): [string, string, Payload] => [
  'POST',
  '/gql',
  { query: `mutation($ids: [ID!]!) { ${field} }`, variables: { ids } },
];

/** The status and the code of an answer; GraphQL answers errors with 200. */
function refusalIn({ status, body }: Answered): unknown[] {
  const [error] = (body.errors ?? []) as { extensions: { code: number } }[];
  return error ? [413, error.extensions.code] : [status, body.error?.code];
}

onEveryEngine(
  'items with long texts or much JSON',
  ({ engine, project }) => {
    /** What is too much does not depend on the engine, so one way is enough on database servers. */
    const waysOf = (ways: readonly Way[]): readonly Way[] => (engine === 'sqlite' ? ways : ways.slice(0, 1));
    let key: number;
    let listed: readonly number[];
    let before: string;
    beforeAll(async () => {
      const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
      const lists = { field: 'lists', type: 'json', datatype: 'MEDIUMTEXT' };
      await project.write('POST', '/collections', { collection: 'letters', fields: [id, text('title'), body, lists] });
      await project.write('POST', '/collections', { collection: 'boxes', fields: [id, toMany('letters')] });
      await project.write('POST', '/fields/letters', toOne('box'));
      const relation = { collection_many: 'letters', field_many: 'box', collection_one: 'boxes', field_one: 'letters' };
      await project.write('POST', '/relations', relation);
      await project.write('POST', '/items/boxes', {});
      ({ id: key } = await project.write<{ id: number }>('POST', '/items/letters', { body: LONG, box: 1 }));
      await addWriter();
      const made = [];
      for (let count = 0; count < WRITTEN; count += 3)
        made.push(
          ...(await project.write<{ id: number }[]>(
            'POST',
            '/items/letters?fields=id',
            Array(3).fill({ lists: LISTS, box: 1 }),
          )),
        );
      listed = made.map((item) => item.id);
      before = await project.digest();
    });

    /** Somebody whose new letters get the lists. */
    async function addWriter(): Promise<void> {
      const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'writers' });
      const all = { role, create: 'full', read: 'full', update: 'full', delete: 'full' };
      await project.write('POST', '/permissions', [
        { ...all, collection: 'letters' },
        { ...all, collection: 'boxes' },
      ]);
      await project.write('POST', '/permissions/rules', {
        role,
        collection: 'letters',
        action: 'create',
        presets: { lists: LISTS },
      });
      const names = { first_name: 'W', last_name: 'X' };
      const user = {
        ...names,
        email: 'writer@example.com',
        password: 'Writer-Secret-1',
        status: 'active',
        role,
        token: WRITER,
      };
      await project.write('POST', '/users', user);
    }

    const titled = (keys: readonly number[]): Payload[] =>
      keys.map((each, index) => ({ id: each, title: `title ${index}` }));

    async function expectRefused([, ask]: Way, items: readonly Payload[]): Promise<void> {
      expect(refusalIn(await project.ask(...withToken(ask(items))))).toEqual([413, 13]);
      expect(await project.digest()).toBe(before);
    }

    it.each(waysOf(REPEATED))('are refused if a request changes too many texts, in %s', async (...way) => {
      await expectRefused(way, titled(Array(CHANGED).fill(key)));
    });

    it.each(waysOf(CHANGES))('are refused if a request changes too much JSON, in %s', async (...way) => {
      await expectRefused(way, titled(listed.slice(0, CHANGED)));
    });

    it.each(waysOf(CREATIONS))('are refused if a request creates too many, in %s', async (...way) => {
      await expectRefused(way, titled(listed));
    });

    it.each(waysOf(DELETIONS))('are refused if a request deletes too many, in %s', async (...way) => {
      await expectRefused(way, titled(listed));
    });

    it('are written alone and a few at a time', async () => {
      for (const each of [key, listed[0] ?? 0]) {
        expect((await project.ask('PATCH', `/items/letters/${each}?fields=id`, { title: 'one' })).status).toBe(200);
        const few = titled(Array(5).fill(each));
        expect((await project.ask('PATCH', '/items/letters?fields=id', few)).status).toBe(200);
      }
      const few = Array(5).fill(TITLE);
      expect((await project.ask('POST', '/items/letters?fields=id', few, WRITER)).status).toBe(200);
    });

    it('are imported and changed by jobs, in as many transactions as they need', async () => {
      const content = `title\n${'imported\n'.repeat(WRITTEN)}`;
      const { state, result } = await imported(project, content, { collection: 'letters' }, WRITER);
      expect({ state, result }).toMatchObject({ state: 'done', result: { created: WRITTEN, refused: 0 } });
      const filter = { title: { eq: 'imported' } };
      const job = { kind: 'update', collection: 'letters', filter, payload: { title: 'changed' } };
      expect((await doJob(project, job)).progress).toMatchObject({ done: WRITTEN, refused: 0 });
    });
  },
  { timeout: 60_000 },
);

const withToken = ([method, path, body]: ReturnType<Way[1]>): [string, string, unknown, string] => [
  method,
  path,
  body,
  WRITER,
];

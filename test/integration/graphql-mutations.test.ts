import { beforeAll, describe, expect, it } from 'vitest';
import { id, owner, text, toMany, toOne } from '../support/fields.ts';
import { askGraphql, graphqlData, type Result } from '../support/graphql.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createTestProject, type TestProject } from '../support/project.ts';
import { startServer } from '../support/running.ts';

const WRITER = 'the-token-of-the-writer';
const BLIND = 'the-token-of-one-who-creates-and-does-not-read';

onEveryEngine('GraphQL mutations', ({ server, project }) => {
  beforeAll(async () => {
    await furnish(project);
  });

  const ask = (query: string, variables?: object, token?: string | null): Promise<Result> =>
    askGraphql(project, query, variables, token);
  const change = (query: string, variables?: object, token?: string | null): Promise<Result['data']> =>
    graphqlData(project, `mutation${query}`, variables, token);
  const codes = async (query: string, variables?: object, token?: string | null): Promise<unknown[]> => {
    const { errors } = await ask(`mutation${query}`, variables, token);
    return (errors ?? []).map(({ extensions }) => extensions.code);
  };
  const titles = async (): Promise<string[]> =>
    (await ask('{ plants(sort: "id", limit: -1) { data { name } } }')).data.plants.data.map(
      ({ name }: { name: string }) => name,
    );

  it('create items with related ones, return the selection, and keep records', async () => {
    const data = await change(
      '($bed: String) { create_plants(items: [{ name: "Oak", height: 2.5, extra: { a: [1] }, bed: { name: $bed } }, { name: "Ash" }]) { id name height extra bed { name } } }',
      { bed: 'north' },
    );
    expect(data.create_plants).toEqual([
      { id: '1', name: 'Oak', height: 2.5, extra: { a: [1] }, bed: { name: 'north' } },
      { id: '2', name: 'Ash', height: 0, extra: null, bed: null },
    ]);
    expect((await project.ask('GET', '/items/plants/1/revisions')).body.data).toHaveLength(1);
  });

  it('change several items in the same way, and relate them by key', async () => {
    const data = await change('{ update_plants(ids: [1, 2], set: { bed: 1, height: 3 }) { id height bed { id } } }');
    expect(data.update_plants).toEqual([
      { id: '1', height: 3, bed: { id: '1' } },
      { id: '2', height: 3, bed: { id: '1' } },
    ]);
    const one = await change('{ update_beds(ids: ["1"], set: { plants: [{ name: "Elm" }] }) { plants { name } } }');
    expect(one.update_beds[0].plants.map(({ name }: { name: string }) => name)).toContain('Elm');
  });

  it('delete items, and return their keys', async () => {
    const { create_plants: made } = await change('{ create_plants(items: [{ name: "x" }, { name: "y" }]) { id } }');
    const ids = made.map(({ id }: { id: string }) => id);
    expect(await change('($ids: [ID!]!) { delete_plants(ids: $ids) }', { ids })).toEqual({ delete_plants: ids });
    expect(await titles()).not.toContain('x');
  });

  it('treat empty lists as nothing to do', async () => {
    const before = await project.digest();
    expect(
      await change(
        '{ a: create_plants(items: []) { id } b: update_plants(ids: [], set: { name: "z" }) { id } c: delete_plants(ids: []) }',
      ),
    ).toEqual({ a: [], b: [], c: [] });
    expect(await project.digest()).toBe(before);
  });

  it('are one transaction per field: a failed one leaves nothing, others stay', async () => {
    const { data, errors } = await ask(
      'mutation { a: create_plants(items: [{ name: "first" }]) { id } b: create_plants(items: [{ name: "second" }, { height: 1 }]) { id } }',
    );
    expect(data.a).toHaveLength(1);
    expect(data.b).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([4]);
    expect(await titles()).toContain('first');
    expect(await titles()).not.toContain('second');
  });

  it('refuse missing items, and values of another type', async () => {
    const before = await project.digest();
    expect(await codes('{ update_plants(ids: [1, 999], set: { name: "z" }) { id } }')).toEqual([203]);
    expect(await codes('{ delete_plants(ids: [1, 999]) }')).toEqual([203]);
    for (const wrong of [
      '{ create_plants(items: [{ nothing: 1 }]) { id } }',
      '{ create_plants(items: [{ height: "tall" }]) { id } }',
      '{ delete_plants }',
      '{ create_directus_users(items: [{ email: "a@example.com" }]) { id } }',
    ])
      expect((await ask(`mutation ${wrong}`)).errors?.length, wrong).toBeGreaterThan(0);
    expect(await project.digest()).toBe(before);
  });

  it("are in a role's schema as far as permissions allow", async () => {
    const names = async (token?: string): Promise<string[]> =>
      (await ask('{ __schema { mutationType { fields { name } } } }', {}, token)).data.__schema.mutationType.fields
        .map(({ name }: { name: string }) => name)
        .sort();
    expect(await names(WRITER)).toEqual(['create_plants', 'update_plants']);
    expect(await names()).toEqual(expect.arrayContaining(['create_beds', 'delete_beds', 'delete_plants']));
  });

  it('that are denied leave everything as it was', async () => {
    const before = await project.digest();
    for (const denied of [
      '{ delete_plants(ids: [1]) }',
      '{ update_plants(ids: [1], set: { name: "mine now" }) { id } }',
      '{ update_plants(ids: [1], set: { height: 9 }) { id } }',
      '{ create_plants(items: [{ name: "x", height: 9 }]) { id } }',
      '{ create_plants(items: [{ name: "x", bed: { name: "not mine to make" } }]) { id } }',
      '{ create_plants(items: [{ name: "x", hidden: "y" }]) { id } }',
      '{ create_beds(items: [{ name: "x" }]) { id } }',
    ])
      expect((await ask(`mutation ${denied}`, {}, WRITER)).errors?.length, denied).toBeGreaterThan(0);
    for (const token of [BLIND, null, 'made-up'])
      expect((await ask('mutation { create_plants(items: [{ name: "x" }]) { id } }', {}, token)).errors).toHaveLength(
        1,
      );
    expect(await project.digest()).toBe(before);
  });

  it("follow the levels of the policy: a user's own items may be changed, others not", async () => {
    const { create_plants: made } = await change('{ create_plants(items: [{ name: "own" }]) { id } }', {}, WRITER);
    const [{ id }] = made;
    const own = await change(
      '($id: ID!) { update_plants(ids: [$id], set: { name: "still" }) { name } }',
      { id },
      WRITER,
    );
    expect(own.update_plants).toEqual([{ name: 'still' }]);
    expect(await codes('{ update_plants(ids: [1], set: { name: "z" }) { id } }', {}, WRITER)).toEqual([203]);
  });

  it('happen once per Idempotency-Key, each field of a document separately', async () => {
    const query =
      'mutation { a: create_plants(items: [{ name: "once a" }]) { name } b: create_plants(items: [{ name: "once b" }]) { name } }';
    const send = async (): Promise<Result> => {
      const headers = {
        Authorization: `Bearer ${WRITER}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'k-1',
      };
      const answer = await fetch(`${server.base}/${project.key}/gql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return (await answer.json()) as Result;
    };
    const answers = [await send(), await send()];
    for (const { data } of answers) expect(data).toEqual({ a: [{ name: 'once a' }], b: [{ name: 'once b' }] });
    expect((await titles()).filter((name) => name.startsWith('once'))).toEqual(['once a', 'once b']);
  });

  it('refuse more fields than a document may have', async () => {
    const many = Array.from({ length: 21 }, (_, at) => `m${at}: create_plants(items: [{ name: "m" }]) { id }`);
    expect(await codes(`{ ${many.join(' ')} }`)).toEqual([12]);
    expect(await titles()).not.toContain('m');
  });
});

describe('a GraphQL list without a limit', () => {
  it('is refused rather than cut if there are more items than one answer may have', async () => {
    const server = await startServer();
    const project = await createTestProject(server, { db_type: 'sqlite' });
    await furnish(project);
    const rows = Array.from({ length: 5001 }, (_, at) => ({ name: `p${at}` }));
    const read = async (limit: number): Promise<Result> =>
      (await project.ask('POST', '/gql', { query: `{ plants(limit: ${limit}) { data { id } } }` })).body as Result;
    await project.ask('POST', '/items/plants?activity_skip=1&fields=id', rows);
    expect((await read(-1)).data.plants.data).toHaveLength(5001);
    await project.ask('POST', '/items/plants?activity_skip=1&fields=id', rows);
    for (const limit of [-1, 10_001]) expect((await read(limit)).errors).toMatchObject([{ extensions: { code: 12 } }]);
    expect((await read(10_000)).data.plants.data).toHaveLength(10_000);
    await server.stop();
  });
});

async function furnish(project: TestProject): Promise<void> {
  const write = async (path: string, body: unknown): Promise<void> => {
    const { status, text: answer } = await project.ask('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${answer}`);
  };
  const plants = [
    id,
    text('name', { required: true }),
    text('hidden'),
    { field: 'height', type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
    { field: 'extra', type: 'json', datatype: 'TEXT' },
    toOne('bed'),
    owner,
  ];
  await write('/collections', { collection: 'beds', fields: [id, text('name'), toMany('plants')] });
  await write('/collections', { collection: 'plants', fields: plants });
  const relation = { collection_many: 'plants', field_many: 'bed', collection_one: 'beds', field_one: 'plants' };
  await write('/relations', relation);
  for (const [name, token] of [
    ['Writer', WRITER],
    ['Blind', BLIND],
  ] as const) {
    await write('/roles', { name });
    const role = name === 'Writer' ? 3 : 4;
    const names = { first_name: name, last_name: 'X', email: `${name.toLowerCase()}@example.com` };
    await write('/users', { ...names, password: 'Some-Secret-1', role, status: 'active', token });
  }
  await write('/permissions', [
    {
      collection: 'plants',
      role: 3,
      read: 'mine',
      create: 'full',
      update: 'mine',
      read_field_blacklist: ['hidden'],
      write_field_blacklist: ['height', 'hidden'],
    },
    { collection: 'beds', role: 3, read: 'full' },
    { collection: 'plants', role: 4, create: 'full' },
  ]);
}

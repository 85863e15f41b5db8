import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../../support/project.ts';

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

/** A number holds the first exactly; it would show the second, and the fourth, as another key of the list. */
const KEYS = ['9007199254740992', '9007199254740993', '-9007199254740992', '-9007199254740993', '7'];

onEveryEngine('an item whose key is a whole decimal', ({ project, engine }) => {
  const at = (key: string): string => `/items/parts/${key}`;

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE parts (id DECIMAL(20,0) PRIMARY KEY, name VARCHAR(20))');
    await run('CREATE TABLE uses (id INTEGER PRIMARY KEY, part DECIMAL(20,0), amount DECIMAL(20,0))');
    await run('CREATE TABLE small (id DECIMAL(10,0) PRIMARY KEY, name VARCHAR(20))');
    await run(`INSERT INTO small VALUES (5, 'five')`);
    for (const [index, key] of KEYS.entries()) {
      await run(`INSERT INTO parts VALUES (${key}, 'part ${index}')`);
      await run(`INSERT INTO uses VALUES (${index}, ${key}, 7)`);
    }
    await run('INSERT INTO uses VALUES (99, NULL, 7)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const name of ['parts', 'uses', 'small'])
      await project.write('PATCH', `/collections/${name}`, { managed: true });
    await project.write('POST', '/fields/parts', { field: 'uses', type: 'o2m', interface: 'one-to-many' });
    const related = { collection_many: 'uses', field_many: 'part', collection_one: 'parts', field_one: 'uses' };
    await project.write('POST', '/relations', related);
  });

  it.each(KEYS)('is read and changed, and no other: %s', async (key) => {
    expect(await project.read(at(key))).toMatchObject({ id: key });
    const others = await project.read(`/items/parts?filter[id][neq]=${key}`);
    expect(await project.write('PATCH', at(key), { name: 'changed' })).toMatchObject({ id: key, name: 'changed' });
    expect(await project.read(`/items/parts?filter[id][neq]=${key}`)).toEqual(others);
    expect(await project.read(`/items/parts?filter[id]=${key}&fields=id`)).toEqual([{ id: key }]);
    expect(await project.read(`/items/parts?filter[id][in]=${key}&fields=id`)).toEqual([{ id: key }]);
  });

  it.each(KEYS)('has a history of its own, to which it is reverted: %s', async (key) => {
    await project.write('PATCH', at(key), { name: 'first' });
    await project.write('PATCH', at(key), { name: 'second' });
    const revisions = await project.read<{ id: number; item: string; data: object }[]>(
      `${at(key)}/revisions?sort=-id&limit=2`,
    );
    expect(revisions).toMatchObject([
      { item: key, data: { id: key, name: 'second' } },
      { item: key, data: { id: key, name: 'first' } },
    ]);
    await project.write('PATCH', `${at(key)}/revert/${revisions[1]?.id}`);
    expect(await project.read(at(key))).toMatchObject({ id: key, name: 'first' });
  });

  it('is shown where others refer to it', async () => {
    const uses = await project.read<object[]>('/items/uses?fields=id,part,amount&sort=id');
    expect(uses).toEqual([
      ...KEYS.map((part, index) => ({ id: index, part, amount: 7 })),
      { id: 99, part: null, amount: 7 },
    ]);
    const expanded = await project.read<{ part: { id: string } }[]>('/items/uses?fields=part.id&sort=id&limit=5');
    expect(expanded.map(({ part }) => part.id)).toEqual(KEYS);
    const lists = await project.read<{ id: string; uses: object[] }[]>('/items/parts?fields=id,uses.part&sort=id');
    for (const { id: key, uses: own } of lists) expect(own).toEqual([{ part: key }]);
    expect(lists).toHaveLength(KEYS.length);
  });

  it('groups the items that refer to it', async () => {
    const groups = await project.read<{ group: { part: string } }[]>('/items/uses?groupBy=part&filter[part][nnull]=1');
    expect(groups.map(({ group }) => group.part).toSorted()).toEqual(KEYS.toSorted());
    const [{ max } = { max: null }] = await project.read<{ max: unknown }[]>('/items/parts?aggregate[max]=id');
    expect(max).toEqual({ id: '9007199254740993' });
  });

  it('is created with items that refer to it, and sent as it was read', async () => {
    const key = '9007199254740995';
    const created = await project.write<{ id: string }>('POST', '/items/uses', {
      id: 50,
      part: { id: key, name: 'n' },
    });
    expect(created).toMatchObject({ part: key });
    expect(await project.write('PATCH', '/items/uses/50', created)).toEqual(created);
    const list = await project.write('POST', '/items/parts?fields=id,uses.part', {
      id: '9007199254740997',
      uses: [{ id: 99 }],
    });
    expect(list).toEqual({ id: '9007199254740997', uses: [{ part: '9007199254740997' }] });
    expect(await project.write('PATCH', '/items/parts', [{ id: key, name: 'm' }])).toMatchObject([{ id: key }]);
    for (const written of [key, '9007199254740997'])
      expect((await project.ask('DELETE', at(written))).status).toBe(204);
    await project.ask('DELETE', '/items/uses/50');
  });

  it('is a text in GraphQL', async () => {
    const { body } = await project.query(
      `{ parts(filter: { id_eq: "${KEYS[1]}" }) { data { id uses { part { id } } } } }`,
      ADMIN_TOKEN,
    );
    expect(body).toMatchObject({ data: { parts: { data: [{ id: KEYS[1], uses: [{ part: { id: KEYS[1] } }] }] } } });
  });

  it('is described as a text, and smaller ones and other decimals as numbers', async () => {
    const { body } = await project.ask('GET', '/openapi.json');
    const { uses, parts } = (body as unknown as Described).components.schemas;
    expect(uses?.properties).toMatchObject({ amount: { type: 'number' } });
    expect(parts?.properties).toMatchObject({ id: { type: 'string' } });
    const { text } = await project.ask('GET', '/types.d.ts');
    expect(text).toMatch(/\bparts: \{\s+key: 'id';\s+fields: \{\s+id: string;/);
    expect(text).toMatch(/\bsmall: \{\s+key: 'id';\s+fields: \{\s+id: number;/);
    expect(await project.read('/items/small')).toEqual([{ id: 5, name: 'five' }]);
  });

  it('is the same key, however it is written', async () => {
    for (const [sent, key] of [
      ['0012345678901234567', '12345678901234567'],
      [' 22345678901234567.0 ', '22345678901234567'],
      [32, '32'],
    ] as const) {
      expect(await project.write('POST', '/items/parts', { id: sent, name: 'a' })).toMatchObject({ id: key });
      const recorded = await project.read<object[]>(`${at(key)}/revisions`);
      expect(recorded).toMatchObject([{ item: key, data: { id: key } }]);
      expect((await project.ask('DELETE', at(key))).status).toBe(204);
    }
  });

  it.each(['18446744073709551615', '99999999999999999999'])('is stored as sent, or refused: %s', async (key) => {
    const { status, body, text } = await project.ask('POST', '/items/parts', { id: key, name: 'large' });
    if (engine === 'sqlite') expect([status, body.error?.code], text).toEqual([422, 12]);
    else expect(body.data, text).toMatchObject({ id: key });
    await project.ask('DELETE', at(key));
  });

  it.each(['csv', 'json'])('is exported with all digits: %s', async (format) => {
    const before = await project.read('/items/parts?fields=id,name&sort=id');
    const { text } = await project.ask('GET', `/items/parts?fields=id,name&sort=id&export=${format}`);
    for (const key of KEYS) expect(text).toContain(key);
    expect(before).toHaveLength(KEYS.length);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { graphqlData } from '../../support/graphql.ts';
import { onEngines } from '../../support/on-every-engine.ts';

interface Described {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, object>> }>>;
  };
}

/** The first two are equal as numbers. */
const KEYS = ['12345678901234567.25', '12345678901234567.5', '-0.0001', '7'];

onEngines(['mysql', 'postgres'], 'an item whose key is a decimal of many digits', ({ project }) => {
  const at = (key: string): string => `/items/parts/${key}`;

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    await run('CREATE TABLE parts (id DECIMAL(24,4) PRIMARY KEY, price DECIMAL(24,4), name VARCHAR(20))');
    await run('CREATE TABLE uses (id INTEGER PRIMARY KEY, part DECIMAL(26,6))');
    for (const [index, key] of KEYS.entries()) {
      await run(`INSERT INTO parts VALUES (${key}, 1.5, 'part ${index}')`);
      await run(`INSERT INTO uses VALUES (${index}, ${key})`);
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const name of ['parts', 'uses']) await project.write('PATCH', `/collections/${name}`, { managed: true });
    const related = { collection_many: 'uses', field_many: 'part', collection_one: 'parts', field_one: null };
    await project.write('POST', '/relations', related);
  });

  it.each(KEYS)('is read, changed and recorded without affecting others: %s', async (key) => {
    expect(await project.read(at(key))).toMatchObject({ id: key, price: 1.5 });
    const others = await project.read(`/items/parts?filter[id][neq]=${key}`);
    await project.write('PATCH', at(key), { name: 'first' });
    await project.write('PATCH', '/items/parts', [{ id: key, name: 'second' }]);
    expect(await project.read(`/items/parts?filter[id][neq]=${key}`)).toEqual(others);
    const revisions = await project.read<{ id: number; item: string }[]>(`${at(key)}/revisions?sort=-id&limit=2`);
    expect(revisions).toMatchObject([{ item: key }, { item: key, data: { id: key, price: 1.5, name: 'first' } }]);
    await project.write('PATCH', `${at(key)}/revert/${revisions[1]?.id}`);
    expect(await project.read(at(key))).toMatchObject({ id: key, name: 'first' });
  });

  it('is shown in items that refer to it', async () => {
    const uses = await project.read<object[]>('/items/uses?fields=id,part&sort=id');
    expect(uses).toEqual(KEYS.map((part, index) => ({ id: index, part })));
    const expanded = await project.read<{ part: { id: string } | null }[]>('/items/uses?fields=part.id&sort=id');
    expect(expanded.map(({ part }) => part?.id)).toEqual(KEYS);
    expect(await graphqlData(project, `{ parts(id: "${KEYS[1]}") { data { id } } }`)).toEqual({
      parts: { data: [{ id: KEYS[1] }] },
    });
  });

  it('is created and recorded in one form, in whatever form it is sent, and deleted', async () => {
    const key = '98765432109876543.75';
    expect(await project.write('POST', '/items/parts', { id: `+0${key}00` })).toMatchObject({ id: key });
    expect(await project.read(`${at(key)}/revisions`)).toMatchObject([{ item: key, data: { id: key } }]);
    expect((await project.ask('DELETE', at(key))).status).toBe(204);
  });

  it('is described as text', async () => {
    const { body } = await project.ask('GET', '/openapi.json');
    const { components } = body as unknown as Described;
    const { id: key, price } = components.schemas.parts?.properties ?? {};
    expect([key, price]).toMatchObject([{ type: 'string' }, { type: 'number' }]);
    expect(key).not.toHaveProperty('pattern');
  });
});

import { beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { askGraphql, graphqlData } from '../support/graphql.ts';
import { onEngines, onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('whole numbers of more than 31 bits in GraphQL', ({ project }) => {
  const [large, larger] = [3_000_000_000, 4_294_967_295];

  beforeAll(async () => {
    const whole = { type: 'integer', datatype: 'INT', signed: false };
    const fields = [
      { ...whole, field: 'id', primary_key: true, auto_increment: true },
      { ...whole, field: 'views' },
    ];
    await project.write('POST', '/collections', { collection: 'films', fields });
    await project.write('POST', '/items/films', { id: large, views: larger });
  });

  it.each<[string, object]>([
    ['films { data { id views } }', {}],
    ['films(id: $id) { data { id views } }', { id: large }],
    [`films(id: ${large}) { data { id views } }`, {}],
    ['films(filter: { views_eq: $views }) { data { id views } }', { views: larger }],
    [`films(filter: { id_gte: ${large}, views_lte: ${larger} }) { data { id views } }`, {}],
  ])('are read: %s', async (field, variables) => {
    const names = Object.keys(variables);
    const declared = names.length > 0 ? `(${names.map((name) => `$${name}: Int`).join(', ')})` : '';
    const { films } = await graphqlData(project, `query ${declared} { ${field} }`, variables);
    expect(films.data).toEqual([{ id: large, views: larger }]);
  });

  it('are grouped and written', async () => {
    const grouped = '{ films_aggregated(groupBy: [views]) { data { group { views } max { views } } } }';
    const { films_aggregated: groups } = await graphqlData(project, grouped);
    expect(groups.data).toEqual([{ group: { views: larger }, max: { views: larger } }]);
    const created = `mutation { create_films(items: [{ views: ${large} }]) { views } }`;
    expect(await graphqlData(project, created)).toEqual({ create_films: [{ views: large }] });
  });

  it.each(['1.5', '"many"', 'true', '[1]'])('are refused if they are none: %s', async (views) => {
    const { errors } = await askGraphql(project, `{ films(filter: { views_eq: ${views} }) { data { id } } }`);
    expect(errors?.[0]?.message).toContain('Int cannot represent non-integer value');
  });
});

onEngines(['sqlite'], 'whole numbers beyond 2^53 in GraphQL', ({ project }) => {
  it('are texts, as in items', async () => {
    const { database } = await project.opened();
    await database.run({ text: 'CREATE TABLE ticks (id INTEGER PRIMARY KEY, at INTEGER)', parameters: [] });
    await database.run({ text: 'INSERT INTO ticks VALUES (9007199254740993, 1700000000000)', parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    await project.write('PATCH', '/collections/ticks', { managed: true });
    const item = { id: '9007199254740993', at: 1_700_000_000_000 };
    expect(await project.read('/items/ticks')).toEqual([item]);
    for (const args of ['', '(id: 9007199254740993)', '(filter: { id_eq: 9007199254740993 })'])
      expect(await graphqlData(project, `{ ticks${args} { data { id at } } }`)).toMatchObject({
        ticks: { data: [item] },
      });
  });
});

onEngines(['sqlite', 'postgres'], 'what is no number in GraphQL', ({ project, engine }) => {
  it('is null, as in items', async () => {
    const { database } = await project.opened();
    const values = engine === 'sqlite' ? "'none', 9e999, 1.5" : "'NaN', 'Infinity', 1.5";
    await database.run({
      text: 'CREATE TABLE sizes (id INT PRIMARY KEY, low DOUBLE PRECISION, high DOUBLE PRECISION, mean DOUBLE PRECISION)',
      parameters: [],
    });
    await database.run({ text: `INSERT INTO sizes VALUES (1, ${values})`, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    await project.write('PATCH', '/collections/sizes', { managed: true });
    const shown = { low: null, high: null, mean: 1.5 };
    expect(await project.read('/items/sizes')).toMatchObject([shown]);
    expect(await graphqlData(project, '{ sizes { data { low high mean } } }')).toEqual({ sizes: { data: [shown] } });
    const groups = '{ sizes_aggregated(groupBy: [low]) { data { group { low } max { high } } } }';
    expect(await graphqlData(project, groups)).toMatchObject({
      sizes_aggregated: { data: [{ group: { low: null }, max: { high: null } }] },
    });
  });
});

onEngines(['sqlite'], 'values in number columns that are not numbers, in GraphQL', ({ project }) => {
  it('are answered as in items, including keys', async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE loose (id INT PRIMARY KEY, size INTEGER)');
    await run(`INSERT INTO loose VALUES (1, 'large'), ('two', 1.5)`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    await project.write('PATCH', '/collections/loose', { managed: true });
    const items = await project.read('/items/loose?sort=id');
    expect(items).toEqual([
      { id: 1, size: 'large' },
      { id: 'two', size: 1.5 },
    ]);
    const found = await askGraphql(project, '{ loose(sort: ["id"]) { data { id size } } }');
    expect(found).toEqual({ data: { loose: { data: items } } });
  });
});

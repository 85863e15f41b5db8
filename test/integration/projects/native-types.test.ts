import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';

const TYPES: readonly (readonly [name: string, type: string, values: readonly string[]])[] = [
  ['uuid', 'uuid', ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']],
  ['mood', 'mood', ['sad', 'happy']],
  ['domain', 'positive', ['1', '2']],
  ['interval', 'interval', ['1 day', '2 days']],
  ['money', 'money', ['$1.00', '$20.00']],
  ['inet', 'inet', ['10.0.0.1', '10.0.0.2']],
  ['range', 'int4range', ['[1,2)', '[2,3)']],
  ['list', 'text[]', ['{a}', '{b}']],
  ['json', 'json', ['{"a":1}', '{"b":1}']],
  ['xml', 'xml', ['<a/>', '<b/>']],
  ['point', 'point', ['(1,2)', '(2,1)']],
  ['pair', 'pair', ['(1,a)', '(2,b)']],
];

interface Shown {
  readonly id: number;
  readonly v: unknown;
}

onEngines(['postgres'], 'columns of types that only the engine has', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run(`CREATE TYPE mood AS ENUM ('sad', 'happy')`);
    await run('CREATE TYPE pair AS (a int, b text)');
    await run('CREATE DOMAIN positive AS int CHECK (VALUE > 0)');
    for (const [name, type, [first, second]] of TYPES) {
      await run(`CREATE TABLE of_${name} (id serial PRIMARY KEY, v ${type})`);
      await run(`INSERT INTO of_${name} (v) VALUES ('${second}'), ('${first}'), (NULL)`);
    }
    await run('CREATE TABLE of_truth (id serial PRIMARY KEY, v boolean)');
    await run('INSERT INTO of_truth (v) VALUES (TRUE), (FALSE), (NULL)');
    await run('CREATE TABLE keyed (id uuid PRIMARY KEY, name text)');
    await run(
      `INSERT INTO keyed SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, n FROM generate_series(1, 5) n`,
    );
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each(TYPES)('%s: lists are sorted by them', async (name) => {
    const ids = async (sort: string) =>
      (await project.read<Shown[]>(`/items/of_${name}?sort=${sort}`)).map(({ id }) => id);
    expect(await ids('v')).toEqual([2, 1, 3]);
    expect(await ids('-v')).toEqual([1, 2, 3]);
  });

  it.each(TYPES)('%s: a filter for a value that is shown finds its item', async (name) => {
    const [item] = await project.read<Shown[]>(`/items/of_${name}?filter[id]=1`);
    const value = typeof item?.v === 'object' ? JSON.stringify(item.v) : String(item?.v);
    expect(await project.read(`/items/of_${name}?filter[v][eq]=${encodeURIComponent(value)}`)).toEqual([item]);
  });

  it('truth values are found, sorted and grouped', async () => {
    const ids = async (query: string) => (await project.read<Shown[]>(`/items/of_truth?${query}`)).map(({ id }) => id);
    expect(await ids('filter[v]=true')).toEqual([1]);
    expect(await ids('filter[v]=0')).toEqual([2]);
    expect(await ids('filter[v][in]=true,false&sort=v')).toEqual([2, 1]);
    const groups = await project.read<{ group: unknown }[]>('/items/of_truth?groupBy=v&sort=v');
    expect(groups.map(({ group }) => group)).toEqual([{ v: false }, { v: true }, { v: null }]);
    expect(await project.write('PATCH', '/items/of_truth/3', { v: true })).toEqual({ id: 3, v: true });
  });

  it('a table whose key is a uuid is listed, also by cursor', async () => {
    const names = ['1', '2', '3', '4', '5'];
    expect((await project.read<{ name: string }[]>('/items/keyed')).map(({ name }) => name)).toEqual(names);
    const first = await project.ask('GET', '/items/keyed?limit=3&meta=cursor');
    const { after } = (first.body as unknown as { meta: { cursor: { after: string } } }).meta.cursor;
    const rest = await project.read<{ name: string }[]>(`/items/keyed?limit=3&meta=cursor&after=${after}`);
    expect(rest.map(({ name }) => name)).toEqual(['4', '5']);
  });
});

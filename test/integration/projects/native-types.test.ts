import { beforeAll, beforeEach, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { isOnMysql } from '../../support/is-on-mysql.ts';
import { onEngines } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

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
    await run('CREATE TABLE by_uuid (id uuid PRIMARY KEY, name text)');
    await run("INSERT INTO by_uuid VALUES ('00000000-0000-4000-8000-00000000000a', 'first')");
    await run('CREATE TABLE by_mood (id mood PRIMARY KEY, name text)');
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

  it.each(TYPES)('%s: only null is empty, and equals no empty text', async (name) => {
    const ids = async (filter: string) =>
      (await project.read<Shown[]>(`/items/of_${name}?sort=id&filter[v]${filter}`)).map(({ id }) => id);
    expect(await ids('[empty]=1')).toEqual([3]);
    expect(await ids('[nempty]=1')).toEqual([1, 2]);
    expect(await ids('=')).toEqual([]);
    expect(await ids('[in]=%2B,')).toEqual([]);
    expect(await ids('[neq]=')).toEqual([1, 2]);
  });

  it.each(['uuid', 'mood'])('%s: what is no value of the type is refused, and the key of no item', async (name) => {
    const filtered = await project.ask('GET', `/items/of_${name}?filter[v]=none`);
    expect([filtered.status, filtered.body.error?.code]).toEqual([422, 4]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await project.ask(method, `/items/by_${name}/none`, method === 'PATCH' ? {} : undefined);
      expect([method, status, body.error?.code]).toEqual([method, 404, 203]);
    }
  });

  it('a uuid may be written in each form that the engine accepts', async () => {
    for (const key of ['00000000-0000-4000-8000-00000000000A', '{0000000000004000800000000000000a}'])
      expect(await project.read(`/items/by_uuid/${key}`)).toMatchObject({ name: 'first' });
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

onEngines(['mysql'], 'columns of types that MySQL does not compare with texts', ({ project }) => {
  const VECTOR = Buffer.from(Float32Array.from([1, 2, 3]).buffer).toString('base64');
  const OPERATORS = ['eq', 'neq', 'lt', 'gte', 'in', 'nin', 'contains', 'between', 'null', 'nempty'];

  let isMysql = false;

  beforeAll(async () => {
    const { database } = await project.opened();
    isMysql = await isOnMysql(project);
    if (!isMysql) return;
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE odd (id INT PRIMARY KEY, doc JSON, vec VECTOR(3), shape GEOMETRY, place POINT SRID 4326)');
    await run(`INSERT INTO odd VALUES
      (1, '{"b":1,"a":[]}', STRING_TO_VECTOR('[1,2,3]'), ST_GeomFromText('POINT(1 2)'), ST_SRID(POINT(5, 6), 4326)),
      (2, '"text"', STRING_TO_VECTOR('[0,0,1]'), NULL, NULL), (3, 'null', NULL, NULL, NULL), (4, NULL, NULL, NULL, NULL)`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  beforeEach((test) => test.skip(!isMysql, 'MariaDB has other types'));

  it('are shown', async () => {
    const items = await project.read<Payload[]>('/items/odd?sort=id&limit=2');
    expect(items).toEqual([
      { id: 1, doc: { a: [], b: 1 }, vec: VECTOR, shape: null, place: null },
      { id: 2, doc: 'text', vec: 'AAAAAAAAAAAAAIA/', shape: null, place: null },
    ]);
  });

  it.each(['doc', 'vec', 'shape', 'place'])('%s: can be filtered, searched and sorted by', async (field) => {
    for (const operator of OPERATORS) {
      const { status } = await project.ask('GET', `/items/odd?filter[${field}][${operator}]=1,2`);
      expect([operator, status]).toEqual([operator, 200]);
    }
    for (const query of [`sort=${field}`, `sort=-${field}`, 'q=text', 'filter[vec]=text'])
      expect([query, (await project.ask('GET', `/items/odd?${query}`)).status]).toEqual([query, 200]);
  });

  it.each(['doc', 'vec'])('%s: are walked by cursor', async (field) => {
    const walked: number[] = [];
    for (let after = ''; walked.length < 4; ) {
      const { body } = await project.ask('GET', `/items/odd?sort=${field}&limit=1&meta=cursor${after}`);
      const { data, meta } = body as unknown as { data: Shown[]; meta: { cursor: { after: string } } };
      if (data.length === 0) break;
      walked.push(...data.map((item) => item.id));
      after = `&after=${meta.cursor.after}`;
    }
    expect(walked.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('a vector is found by its bytes, and written as such', async () => {
    expect(await project.read(`/items/odd?filter[vec]=${encodeURIComponent(VECTOR)}&fields=id`)).toEqual([{ id: 1 }]);
    expect(await project.write('PATCH', '/items/odd/4', { vec: VECTOR })).toMatchObject({ vec: VECTOR });
    const refused = await project.ask('PATCH', '/items/odd/4', { vec: 'abcd' });
    expect([refused.status, refused.body.error?.code]).toEqual([422, 12]);
  });
});

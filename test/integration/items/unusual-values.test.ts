import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';

const WIDE = '9007199254740993';

onEngines(['sqlite'], 'values that other programs wrote', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE wide (id INTEGER PRIMARY KEY, n INTEGER, d DATE, b BOOLEAN, untyped, name TEXT)');
    await run(
      `INSERT INTO wide VALUES (1, 7, '2020-01-01', 0, 7, 'small'), (2, ${WIDE}, ${WIDE}, ${WIDE}, ${WIDE}, 'wide')`,
    );
    await run(`INSERT INTO wide VALUES (1577836800000, -${WIDE}, NULL, 1, NULL, 'late')`);
    await run('CREATE TABLE bytes (id INTEGER PRIMARY KEY, t TEXT, d DATE)');
    await run(`INSERT INTO bytes VALUES (1, x'c3a9', x'41'), (2, 'a', '2020-01-01')`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  const wide = { id: 2, n: WIDE, d: WIDE, b: true, untyped: WIDE, name: 'wide' };

  it('whole numbers beyond 2^53 are shown as texts, and the others as before', async () => {
    const items = await project.read<unknown[]>('/items/wide?sort=id');
    expect(items[0]).toMatchObject({ id: 1, n: 7, untyped: 7 });
    expect(items[1]).toEqual(wide);
    expect(items[2]).toMatchObject({ id: 1577836800000, n: `-${WIDE}` });
    expect(await project.read('/items/wide/2')).toEqual(wide);
  });

  it('such numbers are found, sorted, exported and kept when another field is changed', async () => {
    expect(await project.read(`/items/wide?filter[n]=${WIDE}`)).toEqual([wide]);
    const names = await project.read<{ name: string }[]>('/items/wide?sort=n&fields=name');
    expect(names.map(({ name }) => name)).toEqual(['late', 'small', 'wide']);
    const exported = await project.ask('GET', '/items/wide?export=json&limit=-1&sort=id');
    expect(JSON.parse(exported.text)[1]).toEqual(wide);
    expect(await project.write('PATCH', '/items/wide/2', { name: 'other' })).toEqual({ ...wide, name: 'other' });
    await project.write('PATCH', '/items/wide/2', { name: 'wide' });
  });

  it('an item whose key has more than 32 bits is opened by it', async () => {
    expect(await project.read('/items/wide/1577836800000')).toMatchObject({ name: 'late' });
    expect(await project.write('PATCH', '/items/wide/1577836800000', { b: false })).toMatchObject({ b: false });
  });

  it('a number of 64 bits is written as it was read', async () => {
    expect(await project.write('PATCH', '/items/wide/2', { n: WIDE })).toEqual(wide);
  });

  it('bytes in other columns are shown as the texts that they are', async () => {
    const items = await project.read<unknown[]>('/items/bytes?sort=id');
    expect(items[0]).toEqual({ id: 1, t: 'é', d: 'A' });
    expect(await project.read('/items/bytes/1')).toEqual(items[0]);
  });
});

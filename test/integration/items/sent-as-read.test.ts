import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

/** Columns, and values of them that an answer shows only in part, or in a form that cannot be written. */
const COLUMNS: Readonly<Record<EngineName, readonly (readonly [type: string, value: string])[]>> = {
  sqlite: [
    ['DOUBLE', '9e999'],
    ['BLOB', `'text'`],
    ['DATETIME', '1577934245'],
    ['TIME', `'01:02:03.5'`],
    ['DATE', '2458850.5'],
    ['INT', `'{1}'`],
    ['INTEGER GENERATED ALWAYS AS (id + 1) STORED', ''],
  ],
  mysql: [
    ['DECIMAL(40,10)', '12345678901234567890.0123456789'],
    ['TINYINT(1)', '2'],
    ['DATETIME(6)', `'2020-01-01 10:00:00.123456'`],
    ['TIME(6)', `'10:00:00.123456'`],
    ['TIME', `'-100:00:00'`],
    ['POINT NOT NULL', 'POINT(1, 2)'],
    ['INTEGER GENERATED ALWAYS AS (id + 1) STORED', ''],
  ],
  postgres: [
    ['numeric NOT NULL', `'NaN'`],
    ['numeric', '12345678901234567890.0123456789'],
    ['real', `'-Infinity'`],
    ['timestamp', `'2020-01-01 10:00:00.123456'`],
    ['timestamptz', `'infinity'`],
    ['date', `'0044-03-15 BC'`],
    ['timetz', `'10:00:00+02'`],
    ['INTEGER GENERATED ALWAYS AS (id + 1) STORED', ''],
  ],
};
const TEXT: Readonly<Record<EngineName, (column: string) => string>> = {
  sqlite: (column) => `quote(${column})`,
  mysql: (column) => `HEX(CAST(${column} AS BINARY))`,
  postgres: (column) => `${column}::text`,
};

onEveryEngine('an item that is sent as it was read', ({ project, engine }) => {
  const columns = COLUMNS[engine];
  const contents = async (): Promise<unknown> => {
    const { database } = await project.opened();
    const all = columns.map((_, index) => TEXT[engine](`c${index}`)).join(', ');
    return database.all({ text: `SELECT ${all} FROM aged ORDER BY id`, parameters: [] });
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    const defined = columns.map(([type], index) => `c${index} ${type}`).join(', ');
    await run(`CREATE TABLE aged (id INTEGER PRIMARY KEY, name VARCHAR(20), size NUMERIC(10,2), ${defined})`);
    const given = columns.flatMap(([, value], index) => (value === '' ? [] : [{ name: `c${index}`, value }]));
    await run(
      `INSERT INTO aged (id, name, ${given.map(({ name }) => name).join(', ')})
       VALUES ${[1, 2].map((key) => `(${[key, `'first'`, ...given.map(({ value }) => value)].join(', ')})`).join(', ')}`,
    );
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each<[string, (item: Payload) => unknown]>([
    ['/items/aged/1', (item) => item],
    ['/items/aged', (item) => [item]],
  ])('changes nothing but what differs: PATCH %s', async (path, bodyOf) => {
    const [read] = await project.read<Payload[]>('/items/aged');
    const before = await contents();
    const name = `changed by ${path}`.slice(0, 20);
    const written = await project.write('PATCH', path, bodyOf({ ...read, name }));
    expect([written].flat()).toEqual([{ ...read, name }]);
    expect(await contents()).toEqual(before);
  });

  it('is recorded with all that was sent', async () => {
    const [read] = await project.read<Payload[]>('/items/aged');
    await project.write('PATCH', '/items/aged/1', read);
    const [last] = await project.read<{ delta: object }[]>('/items/aged/1/revisions?sort=-id&limit=1');
    expect(last?.delta).toEqual({ ...read, id: undefined });
  });

  it('gets a value that null is also shown as', async () => {
    const withoutSize = (): Promise<unknown> =>
      project.read('/items/aged?filter[size][null]=1&filter[id]=2&fields=size');
    expect(await withoutSize()).toEqual([{ size: 0 }]);
    await project.write('PATCH', '/items/aged/2', { size: 0 });
    expect(await withoutSize()).toEqual([]);
  });

  it('is refused if a value differs that cannot be written', async () => {
    const generated = `c${columns.length - 1}`;
    const { status, body } = await project.ask('PATCH', '/items/aged/1', { [generated]: 9 });
    expect([status, body.error?.code]).toEqual([422, 12]);
  });
});

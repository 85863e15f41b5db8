import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';

/** Columns, and values of them of which an answer shows only a part. */
const COLUMNS: Readonly<Record<EngineName, readonly (readonly [type: string, value: string])[]>> = {
  sqlite: [
    ['DECIMAL(10,2)', 'NULL'],
    ['BLOB', 'NULL'],
    ['BOOLEAN', 'NULL'],
    ['DOUBLE', '1e400'],
    ['INTEGER GENERATED ALWAYS AS (id + 1) STORED', ''],
  ],
  mysql: [
    ['DECIMAL(10,2)', 'NULL'],
    ['DECIMAL(40,10)', '12345678901234567890.0123456789'],
    ['BLOB', 'NULL'],
    ['TINYINT(1)', '2'],
    ['DATETIME(6)', `'2020-01-01 10:00:00.123456'`],
    ['TIME(6)', `'10:00:00.123456'`],
    ['TIME', `'100:00:00'`],
    ['POINT', 'POINT(1, 2)'],
    ['INTEGER GENERATED ALWAYS AS (n + 1) STORED', ''],
  ],
  postgres: [
    ['numeric(10,2)', 'NULL'],
    ['numeric', `'NaN'`],
    ['numeric', '12345678901234567890.0123456789'],
    ['boolean', 'NULL'],
    ['timestamp', `'2020-01-01 10:00:00.123456'`],
    ['timestamptz', `'infinity'`],
    ['timetz', `'10:00:00+02'`],
    ['INTEGER GENERATED ALWAYS AS (n + 1) STORED', ''],
  ],
};
const TEXT: Readonly<Record<EngineName, (column: string) => string>> = {
  sqlite: (column) => `quote(${column})`,
  mysql: (column) => `HEX(CAST(${column} AS BINARY))`,
  postgres: (column) => `${column}::text`,
};

onEveryEngine('a revert', ({ project, engine }) => {
  const columns = COLUMNS[engine];
  const contents = async (): Promise<unknown> => {
    const { database } = await project.opened();
    const all = columns.map((_, index) => TEXT[engine](`c${index}`)).join(', ');
    return database.all({ text: `SELECT name, ${all} FROM aged`, parameters: [] });
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    const defined = columns.map(([type], index) => `c${index} ${type}`).join(', ');
    await run(`CREATE TABLE aged (id INTEGER PRIMARY KEY, n INTEGER, name VARCHAR(20), ${defined})`);
    const given = columns.flatMap(([, value], index) => (value === '' ? [] : [{ name: `c${index}`, value }]));
    await run(
      `INSERT INTO aged (id, n, name, ${given.map(({ name }) => name).join(', ')})
       VALUES (1, 1, 'first', ${given.map(({ value }) => value).join(', ')})`,
    );
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it('changes no column that shows what it restores', async () => {
    await project.write('PATCH', '/items/aged/1', { name: 'second' });
    const [revision] = await project.read<{ id: number }[]>('/items/aged/1/revisions');
    const before = await contents();
    await project.write('PATCH', '/items/aged/1', { name: 'third' });
    await project.write('PATCH', `/items/aged/1/revert/${revision?.id}`);
    expect(await contents()).toEqual(before);
  });

  it('records the restored values nevertheless', async () => {
    const [last] = await project.read<{ delta: object; data: object }[]>('/items/aged/1/revisions?sort=-id&limit=1');
    expect(last?.delta).toEqual({ ...last?.data, id: undefined });
    expect(last?.delta).toMatchObject({ name: 'second', n: 1 });
  });
});

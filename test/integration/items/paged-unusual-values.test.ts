import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines } from '../../support/on-every-engine.ts';

type Engine = Exclude<EngineName, 'mysql'>;

/** Columns, and rising values of them. */
const COLUMNS: Readonly<Record<Engine, readonly (readonly [type: string, values: readonly string[]])[]>> = {
  sqlite: [
    ['INT', ['2', '2.5', `'abc'`, `x'41'`]],
    ['REAL', ['-9e999', '0.5', '9e999', `'abc'`]],
    ['TEXT', [`''`, `'abc'`, `x'41'`, `x'FF'`]],
    ['BLOB', ['2', `'10'`, `'9'`, `x'31'`]],
    ['DATETIME', ['2458849.5', '1577836800000', `'2020-01-01 10:00:00'`, `x'41'`]],
    ['MONEY', ['1', '12.345', '100', `'abc'`]],
    ['DECIMAL(10,2)', ['-9e999', '1.5', '10', `'abc'`]],
    ['BOOLEAN', ['0', '0.5', '1', `'yes'`]],
    ['TINYINT', ['-1', '0', '2.5', `'yes'`]],
  ],
  postgres: [
    ['double precision', [`'-Infinity'`, '0.1', `'Infinity'`, `'NaN'`]],
    ['real', [`'-Infinity'`, '0.1', `'Infinity'`, `'NaN'`]],
    ['numeric', [`'-Infinity'`, '0.1', `'Infinity'`, `'NaN'`]],
    ['positive', ['1', '2', '10', '100']],
    ['oid', ['1', '2', '10', '4294967295']],
  ],
};

onEngines<Engine>(
  ['sqlite', 'postgres'],
  'a list sorted by values that are unusual for their column',
  ({ project, engine }) => {
    const columns = COLUMNS[engine];

    beforeAll(async () => {
      const { database } = await project.opened();
      const run = (text: string) => database.run({ text, parameters: [] });
      if (engine === 'postgres') await run('CREATE DOMAIN positive AS int CHECK (VALUE > 0)');
      for (const [index, [type, values]] of columns.entries()) {
        await run(`CREATE TABLE of${index} (id INTEGER PRIMARY KEY, v ${type} NULL)`);
        for (const [key, value] of values.entries()) await run(`INSERT INTO of${index} VALUES (${key + 1}, ${value})`);
        await run(`INSERT INTO of${index} VALUES (5, NULL)`);
        await run(`CREATE TABLE by${index} (id ${type} PRIMARY KEY, n INTEGER)`);
        for (const [key, value] of values.entries()) await run(`INSERT INTO by${index} VALUES (${value}, ${key + 1})`);
      }
      await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    });

    async function paged(list: string, shown: string): Promise<number[]> {
      const found: number[] = [];
      let place = '';
      for (let page = 0; page < 7; page++) {
        const { body } = await project.ask('GET', `/items/${list}&limit=1&meta=cursor${place}`);
        const { data, meta } = body as unknown as {
          data: Record<string, number>[];
          meta: { cursor: { after: string | null } };
        };
        found.push(...data.map((item) => item[shown] ?? 0));
        if (!meta.cursor.after) break;
        place = `&after=${meta.cursor.after}`;
      }
      return found;
    }

    it.each(columns.map(([type], index) => [type, index] as const))(
      'is paged by cursor without losing or repeating items: %s',
      async (_, index) => {
        expect(await paged(`of${index}?sort=v`, 'id')).toEqual([1, 2, 3, 4, 5]);
        expect(await paged(`of${index}?sort=-v`, 'id')).toEqual([4, 3, 2, 1, 5]);
      },
    );

    it.each(columns.map(([type], index) => [type, index] as const))(
      'is paged by cursor in the order of such keys: %s',
      async (_, index) => {
        expect(await paged(`by${index}?sort=id`, 'n')).toEqual([1, 2, 3, 4]);
        expect(await paged(`by${index}?sort=-id`, 'n')).toEqual([4, 3, 2, 1]);
      },
    );

    it('refuses a value in a form that no cursor has', async () => {
      const { body } = await project.ask('GET', '/items/of0?sort=v&limit=1&meta=cursor');
      const { after } = (body as unknown as { meta: { cursor: { after: string } } }).meta.cursor;
      const [signature] = JSON.parse(Buffer.from(after, 'base64url').toString()) as string[];
      for (const value of [{}, { special: 'x' }, { text: 1 }, { text: 'a\0' }, { text: 'a', bytes: 'a' }, [1], true]) {
        const forged = Buffer.from(JSON.stringify([signature, value, 1])).toString('base64url');
        const { status } = await project.ask('GET', `/items/of0?sort=v&after=${forged}`);
        expect(status, JSON.stringify(value)).toBe(422);
      }
    });
  },
);

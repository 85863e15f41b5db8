import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines } from '../../support/on-every-engine.ts';

type Server = Exclude<EngineName, 'sqlite'>;

/** Columns, and rising values of them. */
const COLUMNS: Readonly<Record<Server, readonly (readonly [type: string, values: readonly string[]])[]>> = {
  mysql: [
    ['DATETIME(6)', ['2020-01-01 10:00:00.000001', '2020-01-01 10:00:00.5', '2020-01-01 10:00:01']],
    ['TIME(3)', ['-00:00:00.5', '10:00:00.123', '10:00:00.5']],
    ['DATETIME', ['0000-00-00 00:00:00', '2020-01-01 10:00:00', '2020-01-01 10:00:01']],
    ['DATE', ['0000-00-00', '2020-00-00', '2020-01-01']],
  ],
  postgres: [
    ['timestamp', ['-infinity', '2020-01-01 10:00:00.000001', '2020-01-01 10:00:00.5']],
    ['timestamptz', ['0044-03-15 12:00:00+00 BC', '2020-01-01 10:00:00.5+00', 'infinity']],
    ['time', ['10:00:00.123', '10:00:00.5', '24:00:00']],
    ['date', ['0044-03-15 BC', '2020-01-01', 'infinity']],
  ],
};

onEngines<Server>(
  ['mysql', 'postgres'],
  'a list sorted by moments that an answer does not show completely',
  ({ project, engine }) => {
    beforeAll(async () => {
      const { database } = await project.opened();
      await database.transaction(async (connection) => {
        const run = (text: string) => connection.run({ text, parameters: [] });
        if (engine === 'mysql') await run("SET SESSION sql_mode = ''");
        for (const [index, [type, values]] of COLUMNS[engine].entries()) {
          await run(`CREATE TABLE at${index} (id INTEGER PRIMARY KEY, v ${type} NULL)`);
          for (const [key, value] of values.entries())
            await run(`INSERT INTO at${index} VALUES (${key + 1}, '${value}')`);
          await run(`INSERT INTO at${index} VALUES (4, NULL)`);
        }
        if (engine === 'mysql') await run('SET SESSION sql_mode = DEFAULT');
      });
      await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    });

    async function paged(index: number, sort: string): Promise<number[]> {
      const ids: number[] = [];
      let after = '';
      for (let page = 0; page < 6; page++) {
        const { body } = await project.ask(
          'GET',
          `/items/at${index}?limit=1&meta=cursor&sort=${sort}&fields=id${after}`,
        );
        const { data, meta } = body as unknown as {
          data: { id: number }[];
          meta: { cursor: { after: string | null } };
        };
        ids.push(...data.map((item) => item.id));
        if (!meta.cursor.after) break;
        after = `&after=${meta.cursor.after}`;
      }
      return ids;
    }

    it.each(COLUMNS[engine].map(([type], index) => [type, index] as const))(
      'is paged by cursor without losing or repeating items: %s',
      async (_, index) => {
        expect(await paged(index, 'v')).toEqual([1, 2, 3, 4]);
        expect(await paged(index, '-v')).toEqual([3, 2, 1, 4]);
      },
    );
  },
);

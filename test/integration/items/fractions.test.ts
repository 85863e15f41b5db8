import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';

type Named = readonly (readonly [name: string, type: string])[];

const COLUMNS: Readonly<Record<'mysql' | 'postgres', Named>> = {
  mysql: [
    ['micro', 'DATETIME(6)'],
    ['milli', 'TIMESTAMP(3) NULL'],
    ['clock', 'TIME(6)'],
  ],
  postgres: [
    ['micro', 'timestamp'],
    ['zoned', 'timestamptz'],
    ['milli', 'timestamp(3)'],
    ['clock', 'time'],
    ['zoned_clock', 'timetz'],
  ],
};
const MOMENTS = ['2020-01-01 10:00:00', '2020-01-01 10:00:00.25', '2020-01-01 10:00:00.999', '2020-01-01 10:00:01'];
const SHOWN = ['2020-01-01 10:00:00', '2020-01-01 10:00:01'];

interface Group {
  readonly group: Readonly<Record<string, string | null>>;
  readonly count: object;
}

onEngines(['mysql', 'postgres'], 'moments with a fraction that answers leave out', ({ project, engine }) => {
  const columns = COLUMNS[engine];
  const isClock = (name: string): boolean => name.endsWith('clock');
  const shown = (name: string): string[] => SHOWN.map((text) => (isClock(name) ? text.slice(11) : text));
  const ids = async (filter: string): Promise<number[]> => {
    const items = await project.read<{ id: number }[]>(`/items/timed?sort=id&fields=id&${filter}`);
    return items.map((item) => item.id);
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    const defined = columns.map(([name, type]) => `${name} ${type}`).join(', ');
    await run(`CREATE TABLE timed (id INTEGER PRIMARY KEY, ${defined})`);
    for (const [index, moment] of MOMENTS.entries()) {
      const values = columns.map(([name]) =>
        isClock(name) ? `'${moment.slice(11)}${name === 'zoned_clock' ? '+02' : ''}'` : `'${moment}'`,
      );
      await run(`INSERT INTO timed VALUES (${[index, ...values].join(', ')})`);
    }
    await run('INSERT INTO timed (id) VALUES (9)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each(columns)('%s: groups are made of what is shown', async (name) => {
    const [first, last] = shown(name);
    const groups = await project.read<Group[]>(`/items/timed?groupBy=${name}&aggregate[count]=*&sort=${name}`);
    const counted = groups.map(({ group, count }) => [group[name], count]);
    expect(counted).toHaveLength(3);
    expect(counted).toEqual(
      expect.arrayContaining([
        [first, { '*': 3 }],
        [last, { '*': 1 }],
        [null, { '*': 1 }],
      ]),
    );
    const [{ countDistinct } = { countDistinct: null }] = await project.read<{ countDistinct: unknown }[]>(
      `/items/timed?aggregate[countDistinct]=${name}`,
    );
    expect(countDistinct).toEqual({ [name]: 2 });
  });

  it.each(columns)('%s: a filter for what is shown finds all that show it', async (name) => {
    const [first, last] = shown(name);
    expect(await ids(`filter[${name}]=${first}`)).toEqual([0, 1, 2]);
    expect(await ids(`filter[${name}]=${last}`)).toEqual([3]);
    expect(await ids(`filter[${name}][in]=${first},${last}`)).toEqual([0, 1, 2, 3]);
    expect(await ids(`filter[${name}][neq]=${first}`)).toEqual([3]);
    expect(await ids(`filter[${name}][nin]=${last}`)).toEqual([0, 1, 2]);
    expect(await ids(`filter[${name}][lte]=${first}`)).toEqual([0, 1, 2]);
    expect(await ids(`filter[${name}][gt]=${first}`)).toEqual([3]);
    expect(await ids(`filter[${name}][between]=${first},${first}`)).toEqual([0, 1, 2]);
    expect(await ids(`filter[${name}][nbetween]=${first},${first}`)).toEqual([3]);
  });

  it('a filter with a fraction finds exactly that', async () => {
    expect(await ids(`filter[micro]=${MOMENTS[1]}`)).toEqual([1]);
    expect(await ids(`filter[micro][neq]=${MOMENTS[1]}`)).toEqual([0, 2, 3]);
    expect(await ids(`filter[micro][lte]=${MOMENTS[1]}`)).toEqual([0, 1]);
  });
});

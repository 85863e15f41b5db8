import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';

type Kinds = readonly (readonly [type: string, sent: string, shown: string])[];

const DECIMALS: Kinds = [
  ['DECIMAL(10,2)', '5.50', '5.5'],
  ['DECIMAL(10,2)', '007', '7'],
];
/** Types of keys, with a key as it is sent, and as answers show it. */
const KINDS: Readonly<Record<EngineName, Kinds>> = {
  sqlite: DECIMALS,
  mysql: [...DECIMALS, ['FLOAT', '0.1', '0.1']],
  postgres: [
    ...DECIMALS,
    ['uuid', '00000000-0000-4000-8000-00000000000A', '00000000-0000-4000-8000-00000000000a'],
    ['char(5)', 'ab ', 'ab'],
    ['inet', '10.0.0.1/32', '10.0.0.1'],
  ],
};

onEveryEngine('a key that is sent otherwise than answers show it', ({ project, engine }) => {
  const kinds = KINDS[engine].map((kind, index) => [`of_${index}`, ...kind] as const);

  beforeAll(async () => {
    const { database } = await project.opened();
    for (const [name, type] of kinds) {
      const text = `CREATE TABLE ${name} (id ${type} NOT NULL PRIMARY KEY, name VARCHAR(20))`;
      await database.run({ text, parameters: [] });
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each(kinds)('%s: is recorded as it is shown (%s)', async (table, _type, sent, shown) => {
    const path = `/items/${table}/${encodeURIComponent(shown)}`;
    const recorded = async (): Promise<string[]> => {
      const records = await project.read<{ item: string }[]>(`/activity?filter[collection]=${table}&sort=id`);
      return records.map(({ item }) => item);
    };
    await project.write('POST', `/items/${table}`, { id: sent, name: 'a' });
    await project.write('PATCH', path, { name: 'b' });
    expect(await project.read(`${path}/revisions`)).toHaveLength(2);
    expect((await project.ask('DELETE', path)).status).toBe(204);
    expect(await recorded()).toEqual([shown, shown, shown]);
  });

  it('is recorded as it is shown, in lists too', async () => {
    await project.write('POST', '/items/of_0', [{ id: '1.50' }, { id: '+2.50' }]);
    for (const key of ['1.5', '2.5']) expect(await project.read(`/items/of_0/${key}/revisions`)).toHaveLength(1);
  });
});

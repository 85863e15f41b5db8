import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const fields = [
  id,
  { field: 'day', type: 'date', datatype: 'DATE', interface: 'date' },
  { field: 'at', type: 'datetime', datatype: 'DATETIME', interface: 'datetime' },
];

onEveryEngine('dates of the first millennium', ({ project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'ages', fields });
    await project.write('POST', '/items/ages', [
      { day: '0001-01-01', at: '0044-03-15 12:00:00' },
      { day: '0999-12-31', at: '0999-12-31 23:59:59' },
      { day: '1000-01-01', at: '1000-01-01 00:00:00' },
    ]);
  });

  it('are answered as they were written', async () => {
    const [first, second] = await project.read<Record<string, string>[]>('/items/ages?sort=id');
    expect(first).toMatchObject({ day: '0001-01-01', at: '0044-03-15 12:00:00' });
    expect(second).toMatchObject({ day: '0999-12-31', at: '0999-12-31 23:59:59' });
  });

  it.each([
    ['filter[day]=0001-01-01', [1]],
    ['filter[day][gt]=0001-01-01', [2, 3]],
    ['filter[day][lt]=1000-1-1', [1, 2]],
    ['filter[at]=0044-03-15 12:00:00', [1]],
    ['filter[at][between]=0044-03-15 12:00:00,0999-12-31 23:59:59', [1, 2]],
    ['sort=-at', [3, 2, 1]],
  ])('are compared in their order: %s', async (query, ids) => {
    const items = await project.read<{ id: number }[]>(`/items/ages?fields=id&${query}`);
    expect(items.map((item) => item.id)).toEqual(ids);
  });
});

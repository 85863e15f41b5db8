import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { send } from '../support/signing-in.ts';

onEveryEngine('query strings as clients write them', ({ server, project }) => {
  beforeAll(async () => {
    const key = { field: 'id', type: 'integer', datatype: 'int', length: 10, primary_key: true, auto_increment: true };
    const text = { field: 'title', type: 'string', datatype: 'varchar', length: 100 };
    const others = ['date', 'datetime', 'boolean'].map((type) => ({ field: `a_${type}`, type }));
    await project.write('POST', '/collections', { collection: 'notes', fields: [key, text, ...others] });
    await project.write('POST', '/items/notes', [
      { title: 'one', a_date: '2020-01-01', a_datetime: '2020-01-01 10:00:00', a_boolean: true },
      { title: 'two', a_date: '2020-02-01', a_datetime: '2020-02-01 10:00:00', a_boolean: false },
      { title: 'three' },
    ]);
  });

  const idsOf = async (query: string): Promise<number[]> =>
    (await project.read<{ id: number }[]>(`/items/notes?${query}`)).map(({ id }) => id);

  it.each([
    ['limit=5&%20%20%20%20filter[title][rlike]=t%25', [2, 3]],
    ['++limit=1&+filter[title]=two', [2]],
    ['filter[title][eq]%20=two', [2]],
    ['filter[title][eq]%20&filter[id]x=1', []],
  ])('filter although spaces are around their names: %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each([
    ['filter[title][=]=two', [2]],
    ['filter[title][!=]=two', [1, 3]],
    ['filter[id][>=]=2', [2, 3]],
    ['filter[id][<=]=2', [1, 2]],
    ['filter[id][%3C=]=2&filter[id][%3E=]=2', [2]],
    ['filter[id][%3C%3D]=2', [1, 2]],
  ])('filter by operators whose equals sign is not encoded: %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each([
    ['filter[a_date]=2020-01-01%20', [1]],
    ['filter[a_date][between]=2020-01-15,%20now', [2]],
    ['filter[a_datetime][gte]=%202020-01-15%2000:00:00%20', [2]],
    ['filter[a_datetime][between]=2020-01-01%2000:00:00,%202020-01-31T00:00:00.000Z', [1]],
    ['filter[a_boolean]=true%20', [1]],
    ['filter[title]=two%20', []],
  ])(
    'compare with dates, moments and booleans that have spaces around them, and with text as it is: %s',
    async (query, ids) => {
      expect(await idsOf(query)).toEqual(ids);
    },
  );

  it('bring a token, which no link repeats', async () => {
    const path = `/items/notes?limit=1&meta=page&%20access_token=${ADMIN_TOKEN}`;
    const { status, text } = await send(server, project, 'GET', path, { headers: {} });
    expect(status).toBe(200);
    expect(text).toContain('"next"');
    expect(text).not.toContain(ADMIN_TOKEN);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('years', ({ project }) => {
  beforeAll(async () => {
    const built = { field: 'built', type: 'integer', datatype: 'YEAR' };
    await project.write('POST', '/collections', { collection: 'houses', fields: [id, built] });
  });

  it.each([{}, { signed: false }])('are read as columns with a sign, as MySQL has them: %j', async (sign) => {
    const field = `year${Object.keys(sign).length}`;
    const sent = { field, type: 'integer', datatype: 'YEAR', ...sign };
    expect(await project.write('POST', '/fields/houses', sent)).toMatchObject({ datatype: 'YEAR', signed: true });
    const changed = await project.write('PATCH', `/fields/houses/${field}`, { note: 'Built', default_value: 2000 });
    expect(changed).toMatchObject({ datatype: 'YEAR', signed: true, default_value: '2000' });
  });

  it.each([0, 1901, '2020', 2155])('are stored as they were sent: %s', async (built) => {
    const house = await project.write('POST', '/items/houses', { built });
    expect(house).toMatchObject({ built: Number(built) });
  });

  it.each([5, '05', 99, 1900, 2156, -1, true])(
    'that are none are refused, and nothing is stored: %s',
    async (built) => {
      const before = await project.digest();
      const answer = await project.ask('POST', '/items/houses', { built });
      expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 4]);
      expect(await project.digest()).toBe(before);
    },
  );
});

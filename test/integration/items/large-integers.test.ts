import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

/** The smallest number without a sign that SQLite would store as another one, and the largest. */
const BEYOND = ['9223372036854775809', '18446744073709551615'];

onEveryEngine('integers of 64 bits without a sign', ({ project, engine }) => {
  const wanted = engine === 'sqlite' ? [422, 12] : [200, undefined];

  beforeAll(async () => {
    const stars = { field: 'stars', type: 'integer', datatype: 'BIGINT', signed: false };
    await project.write('POST', '/collections', { collection: 'galaxies', fields: [id, stars] });
    await project.write('POST', '/items/galaxies', { stars: 1 });
  });

  it.each<[string, string, (stars: string) => unknown]>([
    ['POST', '/items/galaxies', (stars) => ({ stars })],
    ['POST', '/items/galaxies', (stars) => [{ stars }, { stars }]],
    ['PATCH', '/items/galaxies/1', (stars) => ({ stars })],
    ['PATCH', '/items/galaxies', (stars) => [{ id: 1, stars }]],
  ])('are stored as they were sent, or refused: %s %s', async (method, path, bodyOf) => {
    for (const stars of BEYOND) {
      const answer = await project.ask(method, path, bodyOf(stars));
      expect([answer.status, answer.body.error?.code], answer.text).toEqual(wanted);
      const items = answer.status === 200 ? ([answer.body.data].flat() as Payload[]) : [];
      for (const item of items) expect(item).toMatchObject({ stars });
    }
  });

  it('are stored up to the largest that every engine has', async () => {
    const stars = '9223372036854775807';
    expect(await project.write('POST', '/items/galaxies', { stars })).toMatchObject({ stars });
  });

  it.each(['9223372036854775808', '99999999999999999999', '1e400'])(
    'are compared with numbers that no item has: %s',
    async (beyond) => {
      const stars = { ...id, datatype: 'BIGINT' };
      const sun = { field: 'sun', type: 'integer', datatype: 'BIGINT', signed: true };
      await project.ask('POST', '/collections', { collection: 'orbits', fields: [stars, sun] });
      await project.write('POST', '/items/orbits', { sun: 1 });
      expect(await project.read(`/items/orbits?filter[id]=${beyond}`)).toEqual([]);
      expect(await project.read(`/items/orbits?filter[sun][in]=${beyond},2`)).toEqual([]);
      expect(await project.read(`/items/orbits?filter[sun][gte]=${beyond}`)).toEqual([]);
      expect(await project.read(`/items/orbits?filter[sun][lt]=${beyond}`)).not.toEqual([]);
      const missing = await project.ask('GET', `/items/orbits/${beyond}`);
      expect([missing.status, missing.body.error?.code], missing.text).toEqual([404, 203]);
    },
  );

  it('are keys of items that are created with items that refer to them', async () => {
    const key = '9007199254740993';
    const number = { ...id, datatype: 'BIGINT', auto_increment: false };
    const moon = { field: 'planet', type: 'm2o', interface: 'many-to-one', datatype: 'BIGINT', signed: true };
    await project.write('POST', '/collections', {
      collection: 'planets',
      fields: [number, { field: 'moons', type: 'o2m', interface: 'one-to-many' }],
    });
    await project.write('POST', '/collections', { collection: 'moons', fields: [id, moon] });
    const relation = { collection_many: 'moons', field_many: 'planet', collection_one: 'planets', field_one: 'moons' };
    await project.write('POST', '/relations', relation);
    const planet = await project.write('POST', '/items/planets?fields=id,moons.planet', { id: key, moons: [{}] });
    expect(planet).toEqual({ id: key, moons: [{ planet: key }] });
  });
});

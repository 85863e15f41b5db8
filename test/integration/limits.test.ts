import { beforeAll, describe, expect, it } from 'vitest';
import { id, toMany, toOne } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

const CHILDREN = 150;
const SOON_MS = 3_000;

describe('a query that requests too much', () => {
  const { project } = harnessOn('sqlite');
  beforeAll(async () => {
    const fields = [id, toOne('parent'), toMany('children')];
    await project.write('POST', '/collections', { collection: 'nodes', fields });
    const relation = { collection_many: 'nodes', field_many: 'parent', collection_one: 'nodes', field_one: 'children' };
    await project.write('POST', '/relations', relation);
    const nodes = Array.from({ length: CHILDREN }, (_, index) => ({ id: index + 1, parent: 1 }));
    await project.write('POST', '/items/nodes', nodes);
  });

  const refused = [
    'fields=*.*.*.*.*.*.*',
    'fields=*.*.*.*.*.*.*.*.*.*.*.*',
    'fields=children.parent.children.parent.children.id',
    `fields=${'parent.'.repeat(12)}id`,
    `filter[${'parent.'.repeat(12)}id]=1`,
    `fields=${Array.from({ length: 1001 }, (_, index) => `f${index}`).join(',')}`,
    `filter[id][in]=${'1,'.repeat(5001)}`,
  ];
  for (const query of refused) {
    it(`is refused quickly: ${query.slice(0, 60)}`, async () => {
      const begun = performance.now();
      const { status, text } = await project.get(`/items/nodes?${query}`, ADMIN_TOKEN);
      expect([status, JSON.parse(text).error?.code]).toEqual([422, 12]);
      expect(performance.now() - begun).toBeLessThan(SOON_MS);
    });
  }

  it('is answered as long as it is not too much', async () => {
    const { status } = await project.get('/items/nodes?fields=*.*&limit=5', ADMIN_TOKEN);
    expect(status).toBe(200);
  });

  it('has no more items than the project allows', async () => {
    await project.write('POST', '/settings', { key: 'octavo_max_limit', value: '3' });
    const count = async (query: string): Promise<number> =>
      JSON.parse((await project.get(`/items/nodes?fields=id${query}`, ADMIN_TOKEN)).text).data.length;
    expect(await Promise.all(['', '&limit=-1', '&limit=5', '&limit=2'].map(count))).toEqual([3, 3, 3, 2]);
  });
});

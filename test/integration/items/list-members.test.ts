import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a list of the members of a column', ({ project }) => {
  beforeAll(async () => {
    const fields = [
      id,
      { field: 'set', type: 'array', datatype: 'SET', length: 'a,b,c' },
      { field: 'one', type: 'array', datatype: 'ENUM', length: 'a,b' },
      { field: 'state', type: 'status', datatype: 'VARCHAR', length: 20, options: { status_mapping: STATUSES } },
    ];
    await project.write('POST', '/collections', { collection: 'lists', fields });
    await project.write('POST', '/items/lists', { set: ['a'], state: 'draft' });
  });

  it.each([
    ['set', ['a', 'c']],
    ['set', []],
    ['one', ['b']],
  ])('is stored: %s %j', async (field, list) => {
    expect(await project.write('POST', '/items/lists', { [field]: list, state: 'live' })).toMatchObject({
      [field]: list,
    });
  });

  it.each([
    ['set', ['z']],
    ['set', ['a', 'z']],
    ['one', ['z']],
    ['one', ['a', 'b']],
  ])('is refused if it has others, whatever the status: %s %j', async (field, list) => {
    const before = await project.digest();
    for (const state of ['live', 'draft'])
      for (const path of ['/items/lists', '/items/lists/1']) {
        const method = path === '/items/lists' ? 'POST' : 'PATCH';
        const { status, body } = await project.ask(method, path, { [field]: list, state });
        expect([status, body.error?.code]).toEqual([422, 4]);
      }
    expect(await project.digest()).toBe(before);
  });
});

const STATUSES = { live: { name: 'Live', required_fields: true }, draft: { name: 'Draft', required_fields: false } };

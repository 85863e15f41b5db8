import { beforeAll, describe, expect, it } from 'vitest';
import * as fields from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

const READER = 'the-token-of-the-reader';
const LISTS = ['/items/cats', '/items/dogs', '/items/cats?fields=*,dog.*'];

describe('a plan that is remembered', () => {
  const { server, project } = harnessOn('sqlite');
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'dogs', fields: [fields.id, fields.text('name')] });
    const cat = [fields.id, fields.text('name'), fields.toOne('dog')];
    await project.write('POST', '/collections', { collection: 'cats', fields: cat });
    const relation = { collection_many: 'cats', field_many: 'dog', collection_one: 'dogs', field_one: null };
    await project.write('POST', '/relations', relation);
    await project.write('POST', '/items/dogs', { name: 'Rex' });
    await project.write('POST', '/items/cats', { name: 'Tom', dog: 1 });
    await project.write('POST', '/roles', { name: 'Reader' });
    const reader = { first_name: 'r', last_name: 'r', email: 'reader@example.com', password: 'password' };
    await project.write('POST', '/users', { ...reader, status: 'active', role: 3, token: READER });
    for (const collection of ['cats', 'dogs'])
      await project.write('POST', '/permissions', { collection, role: 3, read: 'full' });
  });

  /** Which of the lists are planned when everybody asks for all of them. */
  const planned = async (): Promise<string[]> => {
    const { plans } = (await server.app.registry.find(project.key))?.catalog ?? {};
    const fresh: string[] = [];
    for (const [who, token] of [
      ['admin', ADMIN_TOKEN],
      ['reader', READER],
    ] as const) {
      for (const path of LISTS) {
        const set = plans?.set.bind(plans);
        Object.defineProperty(plans, 'set', {
          configurable: true,
          value: (...entry: Parameters<NonNullable<typeof set>>) => {
            fresh.push(`${who} ${path}`);
            set?.(...entry);
          },
        });
        const { status } = await project.get(path, token);
        Reflect.deleteProperty(plans ?? {}, 'set');
        expect(status).toBe(200);
      }
    }
    return fresh;
  };

  it('is made once', async () => {
    expect(await planned()).toHaveLength(2 * LISTS.length);
    expect(await planned()).toEqual([]);
  });

  it('is made anew when a collection that it reads changes, and only then', async () => {
    await project.write('POST', '/fields/dogs', fields.text('breed'));
    const touched = ['/items/dogs', '/items/cats?fields=*,dog.*'];
    expect(await planned()).toEqual(['admin', 'reader'].flatMap((who) => touched.map((path) => `${who} ${path}`)));
    expect(await project.read('/items/cats?fields=*,dog.*')).toEqual([
      { id: 1, name: 'Tom', dog: { id: 1, name: 'Rex', breed: null } },
    ]);
    await project.write('POST', '/collections', { collection: 'birds', fields: [fields.id] });
    await project.write('PATCH', '/collections/birds', { note: 'They sing' });
    expect(await planned()).toEqual([]);
  });

  it('is made anew when the permissions change that it asks, and only then', async () => {
    const [row] = await project.read<{ id: number }[]>('/permissions?filter[collection]=dogs&filter[role]=3');
    await project.write('PATCH', `/permissions/${row?.id}`, { read_field_blacklist: ['breed'] });
    expect(await planned()).toEqual(['reader /items/dogs', 'reader /items/cats?fields=*,dog.*']);
    const { text } = await project.get('/items/dogs', READER);
    expect(text).toBe('{"data":[{"id":1,"name":"Rex"}]}');
  });

  it('is made anew when a setting changes that it goes by, and only then', async () => {
    const [color] = await project.read<{ id: number }[]>('/settings?filter[key]=project_color');
    await project.write('PATCH', `/settings/${color?.id}`, { value: '#000000' });
    expect(await planned()).toEqual([]);
    const [nulls] = await project.read<{ id: number }[]>('/settings?filter[key]=sort_null_last');
    await project.write('PATCH', `/settings/${nulls?.id}`, { value: '0' });
    expect(await planned()).toHaveLength(2 * LISTS.length);
  });
});

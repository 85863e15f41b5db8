import { beforeAll, expect, it } from 'vitest';
import { id, toMany, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const BINDERS = { collection: 'binders', fields: [id, toOne('folder')] };
const OF_BINDERS = { collection_many: 'binders', field_many: 'folder', collection_one: 'directus_folders' };
const CHILDREN = {
  collection_many: 'directus_folders',
  field_many: 'parent_folder',
  collection_one: 'directus_folders',
  field_one: 'children',
};

interface Folder {
  readonly id: number;
}

onEveryEngine('folders', ({ project }) => {
  let top: number;
  let middle: number;
  let bottom: number;
  let count = 0;

  async function made(parent: number | null): Promise<number> {
    return (await project.write<Folder>('POST', '/folders', { name: `Folder ${count++}`, parent_folder: parent })).id;
  }

  beforeAll(async () => {
    await project.write('POST', '/collections', BINDERS);
    await project.write('POST', '/relations', OF_BINDERS);
    await project.write('POST', '/relations', CHILDREN);
    await project.write('POST', '/fields/directus_folders', toMany('children'));
    top = await made(null);
    middle = await made(top);
    bottom = await made(middle);
  });

  it.each([
    ['a change', 'PATCH', () => [`/folders/${top}`, { parent_folder: bottom }]],
    ['a change to the folder itself', 'PATCH', () => [`/folders/${top}`, { parent_folder: top }]],
    [
      'a parent sent as an object',
      'PATCH',
      () => [`/folders/${top}`, { parent_folder: { id: bottom, name: 'Renamed' } }],
    ],
    [
      'a parent that is changed with it',
      'PATCH',
      () => [`/folders/${top}`, { parent_folder: { id: bottom, parent_folder: top } }],
    ],
    ['a list of children', 'PATCH', () => [`/folders/${bottom}`, { children: [{ id: top }] }]],
    [
      'the children of a new folder',
      'POST',
      () => ['/folders', { name: 'New', parent_folder: bottom, children: [{ id: top }] }],
    ],
    ['a new folder with its own key', 'POST', () => ['/folders', { id: 900, name: 'New', parent_folder: 900 }]],
    [
      'the folder of a file',
      'POST',
      () => ['/files', { data: 'aGVsbG8=', filename_disk: 'a.txt', folder: { id: top, parent_folder: bottom } }],
    ],
    ['the folder of an item', 'POST', () => ['/items/binders', { folder: { id: top, parent_folder: bottom } }]],
  ] as const)('are never put into themselves by %s', async (_by, method, request) => {
    const before = await project.digest();
    const [path, body] = request();
    const { status, body: answered } = await project.ask(method, path as string, body);
    expect([status, answered.error?.code]).toEqual([422, 4]);
    expect(await project.digest()).toBe(before);
  });

  it('are not put into themselves by two changes at once', async () => {
    const [one, other] = [await made(null), await made(null)];
    const answers = await Promise.all([
      project.ask('PATCH', `/folders/${one}`, { parent_folder: other }),
      project.ask('PATCH', `/folders/${other}`, { parent_folder: one }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('may be moved anywhere else', async () => {
    for (const parent_folder of [top, null, middle])
      expect(await project.write('PATCH', `/folders/${bottom}`, { parent_folder })).toMatchObject({ parent_folder });
  });

  it('that are in themselves already can be taken out', async () => {
    const [one, other] = [await made(null), await made(null)];
    const database = (await project.opened()).database;
    for (const [folder, parent] of [
      [one, other],
      [other, one],
    ] as const)
      await database.run({
        text: `UPDATE directus_folders SET parent_folder = ${parent} WHERE id = ${folder}`,
        parameters: [],
      });
    const below = await made(one);
    expect(await project.write('PATCH', `/folders/${one}`, { parent_folder: null, name: 'Free' })).toMatchObject({
      name: 'Free',
    });
    expect(await project.write('PATCH', `/folders/${below}`, { parent_folder: other })).toMatchObject({
      parent_folder: other,
    });
  });
});

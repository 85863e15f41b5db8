import { id, text } from './fields.ts';
import type { TestProject } from './project.ts';

const key = (field: string, more: object = {}) => ({
  field,
  type: 'm2o',
  datatype: 'INT',
  length: 10,
  interface: 'many-to-one',
  ...more,
});
const file = (field: string) => ({ field, type: 'file', datatype: 'INT', length: 10, interface: 'file' });
const order = { field: 'order', type: 'sort', datatype: 'INT', length: 10, interface: 'sort', hidden_detail: true };
const list = (field: string, how: string) => ({ field, type: 'o2m', datatype: null, interface: how });
const named = text('name', { interface: 'text-input' });

const COLLECTIONS = [
  { collection: 'labels', fields: [id, named] },
  {
    collection: 'albums',
    fields: [id, named, key('label'), file('cover'), list('tracks', 'one-to-many'), list('pictures', 'files')],
  },
  { collection: 'tracks', fields: [id, named, key('album'), order] },
  { collection: 'albums_pictures', hidden: true, fields: [id, key('album'), file('picture'), order] },
];
const RELATIONS = [
  { collection_many: 'albums', field_many: 'label', collection_one: 'labels' },
  { collection_many: 'tracks', field_many: 'album', collection_one: 'albums', field_one: 'tracks' },
  {
    collection_many: 'albums_pictures',
    field_many: 'album',
    collection_one: 'albums',
    field_one: 'pictures',
    junction_field: 'picture',
  },
  {
    collection_many: 'albums_pictures',
    field_many: 'picture',
    collection_one: 'directus_files',
    junction_field: 'album',
  },
];

/** Makes collections with tracks in an order, a cover and a gallery of pictures. */
export async function makeAlbums(project: TestProject): Promise<void> {
  for (const collection of COLLECTIONS) await project.write('POST', '/collections', collection);
  for (const relation of RELATIONS) await project.write('POST', '/relations', relation);
}

/** Makes an album with tracks of these names, in this order; returns its key. */
export async function makeAlbum(
  project: TestProject,
  name: string,
  tracks: readonly string[],
  more: object = {},
): Promise<number> {
  const rows = tracks.map((track, at) => ({ name: track, order: at + 1 }));
  const { id: album } = await project.write<{ id: number }>('POST', '/items/albums', { name, tracks: rows, ...more });
  return album;
}

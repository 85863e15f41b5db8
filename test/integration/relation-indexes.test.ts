import { beforeAll, expect, it } from 'vitest';
import { copyProject } from '../../src/projects/copy/copy.ts';
import { databaseOf } from '../../src/projects/database-body.ts';
import { id, integer } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const relation = (many: string, field: string, one: string, more: object = {}) => ({
  collection_many: many,
  field_many: field,
  collection_one: one,
  ...more,
});

onEveryEngine('columns at the start of relations', ({ database, server, project }) => {
  beforeAll(async () => {
    await send('POST', '/collections', { collection: 'authors', fields: [id] });
  });

  async function send(method: string, path: string, body?: unknown): Promise<{ readonly id: number }> {
    const { status, text, body: answered } = await project.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return answered.data as { id: number };
  }

  async function indexed(name: string, key = project.key): Promise<string[]> {
    const { dialect, database: open } = (await server.app.registry.find(key)) ?? {};
    const table = (await dialect?.introspect(open as never))?.find((candidate) => candidate.name === name);
    return (table?.indexes ?? []).map(({ columns }) => columns.join()).sort();
  }

  it('are indexed while there is a relation', async () => {
    await send('POST', '/collections', { collection: 'books', fields: [id, integer('author'), integer('editor')] });
    expect(await indexed('books')).toEqual([]);
    const made = await send('POST', '/relations', relation('books', 'author', 'authors'));
    expect(await indexed('books')).toEqual(['author']);
    await send('PATCH', `/relations/${made.id}`, { field_many: 'editor' });
    expect(await indexed('books')).toEqual(['editor']);
    await send('PATCH', '/fields/books/author', { note: 'Who wrote it', required: false, length: 11 });
    expect(await indexed('books')).toEqual(['editor']);
    await send('DELETE', `/relations/${made.id}`);
    expect(await indexed('books')).toEqual([]);
  });

  it('are indexed if they are created after the relation', async () => {
    await send('POST', '/relations', relation('later', 'author', 'authors'));
    await send('POST', '/relations', relation('later', 'editor', 'authors'));
    await send('POST', '/collections', { collection: 'later', fields: [id, integer('author')] });
    await send('POST', '/fields/later', integer('editor'));
    expect(await indexed('later')).toEqual(['author', 'editor']);
    await send('DELETE', '/fields/later/author');
    expect(await indexed('later')).toEqual(['editor']);
  });

  it('are indexed on both sides of a junction that is described at once, and not after it', async () => {
    await send('POST', '/collections', { collection: 'links', fields: [id, integer('left'), integer('right')] });
    await send('POST', '/fields/authors', { field: 'others', type: 'o2m', interface: 'many-to-many' });
    await send('POST', '/relations', [
      relation('links', 'left', 'authors', { field_one: 'others', junction_field: 'right' }),
      relation('links', 'right', 'authors', { junction_field: 'left' }),
    ]);
    expect(await indexed('links')).toEqual(['left', 'right']);
    await send('DELETE', '/fields/authors/others');
    expect(await indexed('links')).toEqual([]);
  });

  it.each(['', '?delete_junction=1'])('can be removed with their field if they are stored twice%s', async (query) => {
    const [junction, field] = query ? ['pairs', 'partners'] : ['ties', 'friends'];
    await send('POST', '/collections', { collection: junction, fields: [id, integer('left'), integer('right')] });
    await send('POST', '/fields/authors', { field, type: 'o2m', interface: 'many-to-many' });
    const ends = [
      relation(junction, 'left', 'authors', { field_one: field, junction_field: 'right' }),
      relation(junction, 'right', 'authors', { junction_field: 'left' }),
    ];
    await send('POST', '/relations', [...ends, ...ends]);
    await send('DELETE', `/fields/authors/${field}${query}`);
    expect(await send('GET', `/relations?filter[collection_many]=${junction}`)).toEqual([]);
    expect(await indexed(junction)).toEqual([]);
  });

  it('can still change to a type that cannot be indexed', async () => {
    await send('POST', '/collections', { collection: 'notes', fields: [id, integer('author')] });
    await send('POST', '/relations', relation('notes', 'author', 'authors'));
    await send('PATCH', '/fields/notes/author', { type: 'string', datatype: 'TEXT' });
    expect(await indexed('notes')).toEqual([]);
  });

  it('keep an index that somebody has created', async () => {
    await send('POST', '/collections', { collection: 'own', fields: [id, integer('author')] });
    const { database: open } = (await server.app.registry.find(project.key)) ?? {};
    await open?.run({ text: 'CREATE INDEX by_hand ON own (author)', parameters: [] });
    await send('POST', '/fields/own', integer('other'));
    const made = await send('POST', '/relations', relation('own', 'author', 'authors'));
    expect(await indexed('own')).toEqual(['author']);
    await send('DELETE', `/relations/${made.id}`);
    expect(await indexed('own')).toEqual(['author']);
  });

  it('do not break filtered pages', async () => {
    const children = { field: 'books', type: 'o2m', interface: 'one-to-many' };
    await send('POST', '/collections', { collection: 'shelves', fields: [id, children] });
    await send('POST', '/collections', { collection: 'volumes', fields: [id, integer('shelf')] });
    await send('POST', '/relations', relation('volumes', 'shelf', 'shelves', { field_one: 'books' }));
    for (let shelf = 0; shelf < 4; shelf++) await send('POST', '/items/shelves', {});
    await send(
      'POST',
      '/items/volumes',
      [1, 1, 1, 1, 3].map((shelf) => ({ shelf })),
    );
    const page = (offset: number) =>
      send('GET', `/items/shelves?fields=id&filter[books][gt]=0&limit=1&offset=${offset}`);
    expect(await Promise.all([0, 1, 2, 3].map(page))).toEqual([[{ id: 1 }], [{ id: 3 }], [], []]);
  });

  it('are indexed in a copy', async () => {
    const target = { db_name: `copy${project.key}`, ...database };
    const to = `copy${project.key}`;
    await copyProject(server.app.registry, { from: project.key, to, database: databaseOf(target) });
    for (const name of ['own', 'later', 'directus_activity', 'directus_files'])
      expect(await indexed(name, to)).toEqual(await indexed(name));
    expect(await indexed('directus_activity')).toEqual(['collection,item']);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { onEverySite } from './site.ts';

const COUNTS = 'meta=total_count,result_count,filter_count&limit=200&offset=0';
const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'contains', 'ncontains'];
const UNARY = ['null', 'nnull', 'empty', 'nempty'];
const COLUMNS = [
  'id',
  'title',
  'featured',
  'minutes',
  'starts',
  'created_on',
  'extra',
  'keywords',
  'author',
  'status',
  'owner',
];

onEverySite('browsing', (site) => {
  beforeAll(async () => {
    const { admin } = site();
    await admin.write('POST', '/items/authors', [{ name: 'Ada' }, { name: 'Bob' }]);
    const starts = '2020-01-15 10:00:00';
    await admin.write('POST', '/items/articles', [
      {
        title: 'One',
        status: 'published',
        featured: true,
        minutes: 3,
        starts,
        author: 1,
        extra: { a: [1] },
        keywords: ['x'],
      },
      { title: 'Two', status: 'published', featured: false, minutes: 5, author: '2' },
      { title: 'Three', status: 'draft', minutes: 8, starts: '2020-02-15 10:00:00' },
      { title: 'Four', status: 'deleted' },
    ]);
  });

  it('begins with the preferences of the installation', async () => {
    const shipped = await site().admin.get(
      `/collection_presets?${preset('directus_files')}&filter[role][null]=1&filter[user][null]=1`,
    );
    expect(shipped).toHaveLength(1);
    expect(shipped[0].view_type).toBe('cards');
    expect(shipped[0].view_options.cards).toMatchObject({
      title: 'title',
      subtitle: 'type',
      content: 'description',
      src: 'data',
    });
    const activity = await site().admin.get(
      `/collection_presets?${preset('directus_activity')}&filter[role][null]=1&filter[user][null]=1`,
    );
    expect(activity[0].view_type).toBe('timeline');
    expect(await site().admin.get(`/collection_presets?${preset('articles')}&filter[user][eq]=1`)).toEqual([]);
  });

  it('lists items with all three counts and decoded values', async () => {
    const { body } = await site().admin.ask('GET', `/items/articles?${COUNTS}&fields=*.*`);
    expect(body.meta).toEqual({ result_count: 3, total_count: 3, filter_count: 3 });
    expect(body.data[0]).toMatchObject({
      featured: true,
      minutes: 3,
      starts: '2020-01-15 10:00:00',
      extra: { a: [1] },
      keywords: ['x'],
      status: 'published',
      cover: null,
    });
    expect(body.data[0].author).toMatchObject({ id: 1, name: 'Ada' });
    expect(body.data[0].owner).toMatchObject({ id: 1, first_name: 'Admin' });
    expect(body.data[0].tags).toEqual([]);
    expect(body.data[1].author).toMatchObject({ id: 2 });
  });

  it('accepts a star below plain columns', async () => {
    const data = await site().admin.get(
      `/items/articles?${COUNTS}&fields=title.*,featured.*,author.*,id&sort=title,-id`,
    );
    expect(data[0]).toEqual({ id: 1, title: 'One', featured: true, author: expect.objectContaining({ name: 'Ada' }) });
  });

  it('filters with every operator that it offers', async () => {
    const count = async (filter: string): Promise<number> =>
      (await site().admin.ask('GET', `/items/articles?${COUNTS}&fields=title.*,id&${filter}`)).body.meta.filter_count;
    expect(await count('filter[featured][eq]=1')).toBe(1);
    expect(await count('filter[minutes][gt]=3&filter[minutes][lte]=8')).toBe(2);
    expect(await count('filter[title][in]=One,Two')).toBe(2);
    expect(await count('filter[title][in][0]=One&filter[title][in][1]=Three')).toBe(2);
    expect(await count('filter[title][nin]=One')).toBe(2);
    expect(await count('filter[starts][null]=1')).toBe(1);
    expect(await count('filter[starts][nnull]=1')).toBe(2);
    expect(await count('filter[title][contains]=e')).toBe(2);
    expect(await count('filter[title][ncontains]=e')).toBe(1);
    expect(await count('filter[tags][has]=1')).toBe(0);
    expect(await count('q=three')).toBe(1);
  });

  it('answers a filter whose value is still empty, whatever the field contains', async () => {
    const { admin } = site();
    const failed: string[] = [];
    for (const field of [...COLUMNS, 'cover', 'modified_by', 'sort']) {
      for (const operator of [...OPERATORS, ...UNARY]) {
        const { status, text } = await admin.ask(
          'GET',
          `/items/articles?${COUNTS}&fields=*.*&filter[${field}][${operator}]=`,
        );
        if (status !== 200) failed.push(`${field} ${operator}: ${text}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('shows a page of a calendar, whose bounds are not padded', async () => {
    const month = '2020-1-1 0:0:0,2020-1-31 0:0:0';
    const data = await site().admin.get(
      `/items/articles?fields=*.*.*&filter[starts][between]=${encodeURIComponent(month)}`,
    );
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['One']);
  });

  it('saves every change of the preferences', async () => {
    const { admin } = site();
    const preferences = { collection: 'articles', title: null, role: null, user: 1, search_query: null };
    const views = { view_type: 'tabular', view_query: { tabular: { fields: 'title,author' } }, view_options: null };
    const filters = [{ field: 'title', operator: 'contains', value: '' }];
    const created = await admin.write('POST', '/collection_presets', { ...preferences, ...views, filters });
    expect(created).toMatchObject({ id: expect.any(Number), user: 1, filters, view_query: views.view_query });
    const path = `/collection_presets/${created.id}`;
    expect((await admin.write('PATCH', path, { filters: null })).filters).toBeNull();
    expect((await admin.write('PATCH', path, { search_query: 'x' })).search_query).toBe('x');
    expect((await admin.write('PATCH', path, { search_query: null })).search_query).toBeNull();
    const [own] = await admin.get(`/collection_presets?${preset('articles')}&filter[user][eq]=1`);
    expect(own).toMatchObject({ id: created.id, view_query: { tabular: { fields: 'title,author' } } });
    const asked = 'filter[user][eq]=1&filter[title][null]=1&filter[collection][eq]=articles&fields=id';
    expect(await admin.get(`/collection_presets?${asked}`)).toEqual([{ id: created.id }]);
  });

  it('keeps a bookmark, for editors too', async () => {
    const { editor, admin } = site();
    expect((await admin.get('/roles')).map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    const made = await editor.write('POST', '/collection_presets', {
      collection: 'articles',
      title: 'Mine',
      user: 2,
      view_type: 'tabular',
    });
    expect(made).toMatchObject({ title: 'Mine', user: 2 });
    expect(await editor.get('/collection_presets?filter[title][nnull]=1&filter[user][eq]=2')).toHaveLength(1);
    await editor.delete(`/collection_presets/${made.id}`);
  });

  it('sorts manually', async () => {
    const { admin } = site();
    const order = [
      { id: 1, sort: 3 },
      { id: 2, sort: 1 },
      { id: 3, sort: 2 },
    ];
    expect((await admin.write('PATCH', '/items/articles', order)).map(({ sort }: { sort: number }) => sort)).toEqual([
      3, 1, 2,
    ]);
    const sorted = await admin.get('/items/articles?fields=id&sort=sort');
    expect(sorted.map(({ id }: { id: number }) => id)).toEqual([2, 3, 1]);
  });

  it('soft-deletes several, and deletes several at once', async () => {
    const { admin } = site();
    const made = await admin.write('POST', '/items/articles', [
      { title: 'a', status: 'draft' },
      { title: 'b', status: 'draft' },
    ]);
    const keys = made.map(({ id }: { id: number }) => id).join(',');
    await admin.write('PATCH', `/items/articles/${keys}`, { status: 'deleted' });
    expect(await admin.get(`/items/articles?filter[id][in]=${keys}`)).toEqual([]);
    expect(await admin.get(`/items/articles?filter[id][in]=${keys}&status=deleted`)).toHaveLength(2);
    await admin.delete(`/items/articles/${keys}`);
    expect(await admin.get(`/items/articles?filter[id][in]=${keys}&status=*`)).toEqual([]);
  });

  it('shows who owns an item', async () => {
    const fields =
      'fields[0]=avatar.data.thumbnails&fields[1]=first_name&fields[2]=title&fields[3]=company&fields[4]=role.name';
    const user = await site().admin.get(`/users/2?${fields}`);
    expect(user).toEqual({ avatar: null, first_name: 'Eve', title: null, company: null, role: { name: 'Editor' } });
  });

  it.each(['users', 'files', 'activity', 'webhooks'])('lists %s in the same way', async (path) => {
    const { status, body } = await site().admin.ask('GET', `/${path}?${COUNTS}&fields=*.*`);
    expect([status, body.data]).toEqual([200, expect.any(Array)]);
    expect(body.meta).toEqual({
      total_count: expect.any(Number),
      result_count: body.data.length,
      filter_count: expect.any(Number),
    });
  });

  it('lists what an editor may see', async () => {
    const { body, text } = await site().editor.ask(
      'GET',
      `/items/articles?${COUNTS}&fields=title.*,id,owner.*,status.*`,
    );
    expect(body.data, text).toBeDefined();
    expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual(['One', 'Two']);
    expect(body.meta.filter_count).toBe(2);
  });
});

const preset = (collection: string): string =>
  `limit=1&sort=-id&filter[collection][eq]=${collection}&filter[title][null]=1`;

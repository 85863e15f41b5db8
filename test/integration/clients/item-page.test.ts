import { beforeAll, expect, it } from 'vitest';
import { onEverySite } from './site.ts';

const ACTIVITY = 'id,action,action_on,comment,action_by.id,action_by.first_name,action_by.last_name';
const DEEP = 'fields=*.*.*.*';
const activityOf = (key: string): string =>
  `/activity?filter[collection][eq]=articles&filter[item][eq]=${encodeURIComponent(key)}&fields=${ACTIVITY}&sort=-action_on`;

onEverySite('the page of an item', (site) => {
  let key = '';
  beforeAll(async () => {
    const { admin } = site();
    await admin.write('POST', '/items/authors', [{ name: 'Ada' }, { name: 'Bob' }]);
    await admin.write('POST', '/items/tags', [{ name: 'red' }, { name: 'blue' }]);
    const { id } = await admin.write('POST', '/items/articles', { title: 'One', status: 'draft', author: '1' });
    key = String(id);
  });

  it('opens an item, several, and recognises a missing one by code 203', async () => {
    const { admin } = site();
    expect(await admin.get(`/items/articles/${key}`)).toMatchObject({ id: Number(key), title: 'One', author: 1 });
    expect(await admin.get('/items/authors/1,2')).toHaveLength(2);
    const { status, body } = await admin.ask('GET', '/items/articles/9999');
    expect([status, body.error?.code]).toEqual([404, 203]);
  });

  it('shows what happened to it, newest first, and its revisions decoded', async () => {
    const { admin } = site();
    await admin.write('PATCH', `/items/articles/${key}?${DEEP}`, { extra: { a: 1 } });
    const activity = await admin.get(activityOf(key));
    expect(activity.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
    expect(activity[0].action_by).toEqual({ id: 1, first_name: 'Admin', last_name: 'User' });
    expect(activity[0].action_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const revisions = await admin.get(`/items/articles/${key}/revisions`);
    const last = revisions.at(-1);
    expect(last.activity).toBe(activity[0].id);
    expect(last.data).toMatchObject({ title: 'One', extra: { a: 1 } });
    expect(last.delta.extra).toEqual({ a: 1 });
  });

  it('requests the same for an item that does not exist yet, whose key is a plus', async () => {
    const { admin } = site();
    for (const path of [
      activityOf('+'),
      '/items/articles/+/revisions',
      '/users/+/revisions',
      '/files/+/revisions',
      '/webhooks/+/revisions',
      '/items/articles?fields=*.*&filter[author]=%2B',
      '/items/articles_tags?fields[0]=id&fields[1]=tag.*&filter[article]=%2B',
      '/items/articles_tags?filter[article][eq]=%2B',
    ])
      expect(await admin.get(path), path).toEqual([]);
  });

  it('shows who else is editing', async () => {
    const { admin, editor, project } = site();
    const page = `/${project.key}/collections/articles/${key}`;
    await editor.write('PATCH', '/users/2/tracking/page', { last_page: page });
    const since = new Date(Date.now() - 300_000).toISOString().slice(0, 19).replace('T', ' ');
    const asked = `filter[last_access_on][gte]=${encodeURIComponent(since)}&filter[last_page][eq]=${encodeURIComponent(page)}`;
    const others = await admin.get(`/users?${asked}&filter[id][neq]=1`);
    expect(others.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Eve']);
    await admin.write('PATCH', '/users/1/tracking/page', { last_page: page });
    expect(await editor.get(`/users?${asked}&filter[id][neq]=2`)).toEqual([]);
  });

  it('saves what was changed, and shows four levels of it', async () => {
    const { admin } = site();
    const saved = await admin.write('PATCH', `/items/articles/${key}?${DEEP}`, { title: 'Uno', featured: true });
    expect(saved).toMatchObject({ title: 'Uno', featured: true, tags: [] });
    expect(saved.author).toMatchObject({ id: 1, name: 'Ada' });
    expect(saved.author.articles[0]).toMatchObject({ id: Number(key) });
    expect(saved.owner.role).toMatchObject({ id: 1 });
  });

  it('saves one change to several items', async () => {
    const saved = await site().admin.write('PATCH', `/items/authors/1,2?${DEEP}`, { name: 'Same' });
    expect(saved.map(({ name }: { name: string }) => name)).toEqual(['Same', 'Same']);
  });

  it('saves a copy, whose relations are the objects that were read', async () => {
    const { admin } = site();
    await admin.write('PATCH', `/items/articles/${key}`, { tags: [{ tag: { id: 1 } }] });
    const read = await admin.get(`/items/articles/${key}?${DEEP}`);
    const { id, owner, created_on, modified_by, modified_on, tags, ...values } = read;
    const copy = await admin.write('POST', '/items/articles', values);
    expect(copy.id).not.toBe(Number(key));
    expect(copy).toMatchObject({ title: values.title, author: 1 });
    expect(await admin.get(`/items/authors/1`)).toMatchObject({ id: 1 });
    await admin.delete(`/items/articles/${copy.id}`);
  });

  it('accepts a comment', async () => {
    const { admin } = site();
    const made = await admin.write('POST', '/activity/comment', { collection: 'articles', item: key, comment: 'Well' });
    expect(made).toMatchObject({ id: expect.any(Number), action: 'comment', comment: 'Well', action_by: 1 });
    expect((await admin.get(activityOf(key)))[0]).toMatchObject({ id: made.id, comment: 'Well' });
  });

  it('restores a revision', async () => {
    const { admin } = site();
    const [first] = await admin.get(`/items/articles/${key}/revisions`);
    const { status } = await admin.ask('PATCH', `/items/articles/${key}/revert/${first.id}`, {});
    expect(status).toBe(200);
    expect(await admin.get(`/items/articles/${key}`)).toMatchObject({ title: 'One' });
  });

  it('offers items of another collection, and accepts the key of a select as a text', async () => {
    const { admin } = site();
    const { body } = await admin.ask('GET', '/items/authors?fields=*.*&meta=total_count&limit=20');
    expect([body.meta, body.data.length]).toEqual([{ total_count: 2 }, 2]);
    expect(await admin.write('PATCH', `/items/articles/${key}`, { author: '2' })).toMatchObject({ author: 2 });
  });

  it('edits a one-to-many list', async () => {
    const { admin } = site();
    const { id } = await admin.write('POST', '/items/authors', {
      name: 'Cleo',
      articles: [{ title: 'x' }, { title: 'y' }, { title: 'z' }],
    });
    const listed = (): Promise<{ id: number; title: string }[]> =>
      admin.get(`/items/articles?fields=*.*&filter[author]=${id}`);
    const [x, y, z] = await listed();
    const edits = [
      { title: 'new' },
      { id: x?.id, title: 'changed' },
      { id: y?.id, $delete: true },
      { id: z?.id, author: null },
    ];
    await admin.write('PATCH', `/items/authors/${id}?${DEEP}`, { articles: edits });
    expect((await listed()).map(({ title }) => title).sort()).toEqual(['changed', 'new']);
    expect(await admin.get(`/items/articles/${z?.id}`)).toMatchObject({ author: null });
  });

  it('edits a many-to-many list', async () => {
    const { admin } = site();
    const { id } = await admin.write('POST', '/items/articles', {
      title: 'm2m',
      tags: [{ tag: { id: 1 } }, { tag: { name: 'new' } }],
    });
    const listed = (): Promise<{ id: number; tag: { id: number; name: string } }[]> =>
      admin.get(`/items/articles_tags?fields[0]=id&fields[1]=tag.*&filter[article]=${id}`);
    const [one, two] = await listed();
    expect([one?.tag.name, two?.tag.name]).toEqual(['red', 'new']);
    expect(await admin.get(`/items/articles_tags/${one?.id}?fields=*.*.*`)).toMatchObject({ tag: { name: 'red' } });
    const edits = [
      { id: two?.id, tag: { id: two?.tag.id, name: 'newer' } },
      { id: one?.id, $delete: true },
      { tag: { id: 2 } },
    ];
    await admin.write('PATCH', `/items/articles/${id}?${DEEP}`, { tags: edits });
    expect((await listed()).map(({ tag }) => tag.name)).toEqual(['newer', 'blue']);
    expect(await admin.get('/items/tags/1?fields=*.*.*')).toMatchObject({ name: 'red' });
    expect(await admin.get('/items/tags/1,2?fields=*.*.*')).toHaveLength(2);
  });

  it('picks from a dialog', async () => {
    const { admin } = site();
    const one = await admin.ask('GET', '/items/tags?meta=total_count&limit=1');
    expect(one.body.meta.total_count).toBeGreaterThanOrEqual(2);
    const { body } = await admin.ask(
      'GET',
      '/items/tags?limit=200&offset=0&meta=*&fields[0]=name.*&fields[1]=id&sort=name&q=blu',
    );
    expect(body.data).toEqual([{ id: 2, name: 'blue' }]);
    expect(body.meta).toMatchObject({ total_count: expect.any(Number), filter_count: 1, result_count: 1 });
    const files = await admin.ask('GET', '/files?limit=200&offset=0&meta=*&fields[0]=*.*&sort=title');
    expect([files.status, files.body.data]).toEqual([200, []]);
  });

  it('deletes', async () => {
    const { admin } = site();
    const { id } = await admin.write('POST', '/items/articles', { title: 'gone' });
    await admin.delete(`/items/articles/${id}`);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

const word = text('word');
const names = { first_name: 'A', last_name: 'B', password: 'Secret-1', role: 1, status: 'active' };
const comment = { collection: 'notes', item: '1', comment: 'First' };

/** What is created: its kind, the path and body of its creation, its address, and two changes. */
const KINDS = [
  ['a user', '/users', { ...names, email: 'a@example.com' }, '/users/ID', { first_name: 'C' }, { last_name: 'D' }],
  ['a role', '/roles', { name: 'One' }, '/roles/ID', { name: 'Two' }, { description: 'Three' }],
  ['a folder', '/folders', { name: 'One' }, '/folders/ID', { name: 'Two' }, { name: 'Three' }],
  ['a setting', '/settings', { key: 'one', value: '1' }, '/settings/ID', { value: '2' }, { value: '3' }],
  ['a file', '/files', { filename_disk: 'a.txt', data: 'SGVsbG8=' }, '/files/ID', { title: 'Two' }, { title: 'Three' }],
  ['a comment', '/activity/comment', comment, '/activity/comment/ID', { comment: 'Two' }, { comment: 'Three' }],
  [
    'a collection',
    '/collections',
    { collection: 'things', fields: [id, word] },
    '/collections/things',
    { note: 'Two' },
    { note: 'Three', icon: 'star' },
  ],
  ['a field', '/fields/notes', word, '/fields/notes/word', { note: 'Two' }, { length: 40 }],
] as const;

onEveryEngine('changes based on an outdated state', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
    await project.ask('POST', '/items/notes', { title: 'the first' });
  });

  const ask = (method: string, path: string, body?: unknown, headers = {}): Promise<Response> =>
    project.fetch(method, path, body, headers);
  const tagOf = async (path: string): Promise<string> => {
    const { headers } = await ask('GET', path.replace('/comment', ''));
    return headers.get('etag') ?? '';
  };

  it.each(KINDS)('of %s are refused, and leave everything as it was', async (_kind, path, body, at, one, two) => {
    const created = await ask('POST', path, body);
    expect(created.status).toBe(200);
    const { data } = (await created.json()) as { data: { id?: number } };
    const address = at.replace('ID', String(data.id));
    const first = await tagOf(address);
    expect(first).toMatch(/^"[\w.-]{22,}"$/);
    const changed = await ask('PATCH', address, one, { 'If-Match': first });
    expect([changed.status, changed.headers.get('etag') !== first]).toEqual([200, true]);
    const before = await project.digest();
    expect((await ask('PATCH', address, two, { 'If-Match': first })).status).toBe(412);
    expect((await ask('DELETE', address, undefined, { 'If-Match': first })).status).toBe(412);
    expect(await project.digest()).toBe(before);
    const second = await tagOf(address);
    expect((await ask('PATCH', address, two, { 'If-Match': second })).status).toBe(200);
    const third = await tagOf(address);
    expect((await ask('DELETE', address, undefined, { 'If-Match': third })).status).toBe(204);
  });

  it('of a file leave its bytes as they were', async () => {
    const created = await ask('POST', '/files', { filename_disk: 'b.txt', data: 'SGVsbG8=' });
    const { data } = (await created.json()) as { data: { id: number; checksum: string; filename_disk: string } };
    const tag = await tagOf(`/files/${data.id}`);
    await ask('PATCH', `/files/${data.id}`, { title: 'Other' });
    const stale = { 'If-Match': tag };
    expect((await ask('PATCH', `/files/${data.id}`, { data: 'SGVscCE=' }, stale)).status).toBe(412);
    expect((await ask('PATCH', `/files/${data.id}`, { filename_disk: 'c.txt' }, stale)).status).toBe(412);
    const after = (await (await ask('GET', `/files/${data.id}`)).json()) as { data: object };
    expect(after.data).toMatchObject({ checksum: data.checksum, filename_disk: data.filename_disk });
  });

  it('of a list of items are refused completely', async () => {
    const made = await ask('POST', '/items/notes', { title: 'one of several' });
    const { data } = (await made.json()) as { data: { id: number } };
    const tag = made.headers.get('etag') ?? '';
    await ask('PATCH', `/items/notes/${data.id}`, { title: 'changed' });
    const before = await project.digest();
    const list = [{ id: data.id, title: 'again' }];
    expect((await ask('PATCH', '/items/notes', list, { 'If-Match': tag })).status).toBe(412);
    expect(await project.digest()).toBe(before);
  });

  it('the tag with which a comment was written is that of its state', async () => {
    const made = await ask('POST', '/activity/comment', comment);
    const { data } = (await made.json()) as { data: { id: number } };
    const tag = made.headers.get('etag') ?? '';
    const at = `/activity/comment/${data.id}`;
    expect((await ask('PATCH', at, { comment: 'Second' }, { 'If-Match': tag })).status).toBe(200);
    expect((await ask('PATCH', at, { comment: 'Third' }, { 'If-Match': tag })).status).toBe(412);
  });

  it('a collection or a field that the client already has is not sent again', async () => {
    for (const path of ['/collections/notes', '/fields/notes/title']) {
      const tag = await tagOf(path);
      expect((await ask('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(304);
    }
  });
});

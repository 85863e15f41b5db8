import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

const UNANSWERABLE = ['fields=nope', 'sort=nope', `fields=${'title,'.repeat(1001)}id`];

onEveryEngine('a write whose answer cannot be shown as requested', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
  });

  let before: string;
  beforeEach(async () => {
    before = await state();
  });

  /** What writes change, as text. */
  async function state(): Promise<string> {
    const paths = [
      'items/notes?fields=id,title&sort=id',
      'users?fields=id,first_name,last_page,status&status=*&sort=id',
      'files?fields=id,title&sort=id',
      'activity?fields=id,comment&sort=-id&limit=50',
      'revisions?fields=id&sort=-id&limit=1',
    ];
    return JSON.stringify(await Promise.all(paths.map((path) => project.read(`/${path}`))));
  }

  async function isRefused(method: string, path: string, body?: unknown): Promise<void> {
    for (const query of UNANSWERABLE) {
      const { status } = await project.ask(method, `${path}?${query}`, body);
      expect([path, query, status]).toEqual([path, query, 422]);
    }
    expect(await state()).toBe(before);
  }

  it('creates no items', async () => {
    await isRefused('POST', '/items/notes', { title: 'One' });
    await isRefused('POST', '/items/notes', [{ title: 'One' }, { title: 'Two' }]);
  });

  it('changes no items', async () => {
    const [one, two] = await project.write<{ id: number }[]>('POST', '/items/notes', [{ title: '1' }, { title: '2' }]);
    const title = 'changed';
    before = await state();
    await isRefused('PATCH', `/items/notes/${one?.id}`, { title });
    await isRefused('PATCH', `/items/notes/${one?.id},${two?.id}`, { title });
    await isRefused('PATCH', '/items/notes', [
      { id: one?.id, title },
      { id: two?.id, title },
    ]);
    const [revision] = await project.write<{ id: number }[]>(
      'GET',
      `/revisions?filter[item]=${one?.id}&filter[collection]=notes&fields=id`,
    );
    await isRefused('PATCH', `/items/notes/${one?.id}/revert/${revision?.id}`);
  });

  it('leaves people, files and comments alone', async () => {
    const note = await project.write<{ id: number }>('POST', '/items/notes', { title: 'x' });
    const about = { collection: 'notes', item: String(note.id), comment: 'first' };
    const comment = await project.write<{ id: number }>('POST', '/activity/comment', about);
    const file = await project.write<{ id: number }>('POST', '/files', { data: 'eA==', filename_download: 'a.txt' });
    before = await state();
    await isRefused('PATCH', '/users/1', { first_name: 'Changed' });
    await isRefused('PATCH', '/users/1/tracking/page', { last_page: '/changed' });
    await isRefused('POST', '/users/invite', { email: 'invited@example.com' });
    await isRefused('POST', '/files', { data: 'eA==', filename_download: 'b.txt' });
    await isRefused('PATCH', `/files/${file.id}`, { title: 'Changed' });
    await isRefused('POST', '/activity/comment', { ...about, comment: 'second' });
    await isRefused('PATCH', `/activity/comment/${comment.id}`, { comment: 'changed' });
  });

  it('counts, once, if only reading shows that it is too large', async () => {
    const most = await project.write<{ id: number }>('POST', '/settings', { key: 'octavo_max_values', value: '20' });
    const body = 'x'.repeat(90);
    const count = async (): Promise<number> =>
      (await project.write<unknown[]>('GET', '/items/notes?fields=id&limit=-1&status=*')).length;
    const stored = await count();
    try {
      const list = Array.from({ length: 12 }, () => ({ title: body }));
      expect((await project.ask('POST', '/items/notes', list)).status).toBe(204);
    } finally {
      await project.ask('DELETE', `/settings/${most.id}`);
    }
    expect(await count()).toBe(stored + 12);
  });
});

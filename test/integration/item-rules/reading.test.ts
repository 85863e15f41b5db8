import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';
import { ADMIN_TOKEN } from '../../support/project.ts';

const SHOWN = 'a visible title';
const HIDDEN = 'a concealed title';

/** Paths that would show a title to a role without rules. */
const PATHS: readonly string[] = [
  '/items/posts',
  '/items/posts?status=*',
  '/items/posts/1,2',
  '/items/posts?filter[title][like]=title',
  '/items/posts?filter[team.name][nnull]=1&sort=-title',
  '/items/posts?q=title',
  '/items/posts?sort=-minutes&limit=1&fields=*.*',
  '/items/posts?limit=1&meta=cursor&sort=-id',
  '/items/posts?export=csv',
  '/items/posts?limit=-1&fields=title',
  '/items/teams?fields=*.*',
  '/items/teams?fields=posts.title',
  '/items/notes?fields=words,post.title',
  '/items/notes?fields=post.*.*',
  '/revisions?limit=-1',
  '/items/posts/2/revisions',
  '{ posts(limit: 9) { data { title } } }',
];
/** Paths that show only the concealed title. */
const CONCEALED: ReadonlySet<string> = new Set(['/items/posts/2/revisions']);

onEveryEngine('a rule about reading', ({ project }) => {
  let posts: Posts;
  beforeAll(async () => {
    posts = await addPosts(project);
    await project.write('POST', '/items/teams', [{ name: 'red' }, { name: 'blue' }]);
    await project.write('POST', '/items/posts', { title: SHOWN, team: 1, minutes: 1, notes: [{ words: 'one' }] });
    await project.write('POST', '/items/posts', { title: HIDDEN, team: 2, minutes: 2, notes: [{ words: 'two' }] });
    const rule = { role: posts.role, collection: 'posts', action: 'read', filter: { 'team.name': { eq: 'red' } } };
    await project.write('POST', '/permissions/rules', rule);
  });

  const shown = async (path: string, token: string): Promise<string> =>
    (await (path.startsWith('{') ? project.query(path, token) : project.get(path, token))).text;

  it.each(PATHS)('applies at %s', async (path) => {
    expect(await shown(path, ANN)).not.toContain(HIDDEN);
    expect(await shown(path, ADMIN_TOKEN)).toContain(HIDDEN);
  });

  it.each(PATHS.filter((path) => !CONCEALED.has(path)))('lets through what fulfils it at %s', async (path) => {
    expect(await shown(path, ANN)).toContain(SHOWN);
  });

  it('counts only what may be read', async () => {
    const { body } = await project.get('/items/posts?meta=*&limit=1', ANN);
    expect(body.meta).toMatchObject({ result_count: 1, total_count: 1, filter_count: 1, status_count: { open: 1 } });
  });

  it('makes an unreadable item a missing one', async () => {
    for (const [method, path, body] of [
      ['GET', '/items/posts/2'],
      ['PATCH', '/items/posts/2', { title: 'mine' }],
      ['POST', '/activity/comment', { collection: 'posts', item: '2', comment: 'hm' }],
    ] as const) {
      const missing = await project.ask(
        method,
        path.replace('/2', '/99'),
        body && { ...body, ...('item' in body && { item: '99' }) },
        ANN,
      );
      const hidden = await project.ask(method, path, body, ANN);
      expect([hidden.status, hidden.text.replaceAll('2', '99')]).toEqual([
        missing.status,
        missing.text.replaceAll('2', '99'),
      ]);
    }
  });

  it('takes effect and ends at once, in cached answers too', async () => {
    const path = '/items/posts?fields=title';
    const titles = async (): Promise<unknown> =>
      ((await project.ask('GET', path, undefined, ANN)).body.data as { title: string }[]).map(({ title }) => title);
    expect([await titles(), await titles()]).toEqual([[SHOWN], [SHOWN]]);
    await project.write('PATCH', '/items/teams/2', { name: 'red' });
    expect(await titles()).toEqual([SHOWN, HIDDEN]);
    await project.write('PATCH', '/items/teams/2', { name: 'blue' });
    expect(await titles()).toEqual([SHOWN]);
    const [rule] = await project.read<{ id: number }[]>('/permissions/rules');
    await project.write('PATCH', `/permissions/rules/${rule?.id}`, { filter: { 'team.name': { eq: 'blue' } } });
    expect(await titles()).toEqual([HIDDEN]);
    await project.write('PATCH', `/permissions/rules/${rule?.id}`, { filter: { 'team.name': { eq: 'red' } } });
    expect(await titles()).toEqual([SHOWN]);
  });

  it('conceals what an item was before it fulfilled the rule', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/posts', { title: 'an early title', team: 2 });
    await project.write('PATCH', `/items/posts/${id}`, { title: 'a later title', team: 1 });
    const { text } = await project.ask('GET', `/items/posts/${id}/revisions`, undefined, ANN);
    expect(text).toContain('a later title');
    expect(text).not.toContain('an early title');
    await project.write('DELETE', `/items/posts/${id}`);
  });
});

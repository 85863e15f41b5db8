import { beforeAll, expect, inject, it } from 'vitest';
import { copyProject } from '../../../src/projects/copy/copy.ts';
import { databaseOf } from '../../../src/projects/database-body.ts';
import { keyed } from '../../support/api-keys.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';

interface File {
  readonly id: number;
  readonly private_hash: string;
}

onEveryEngine('a rule', ({ project, server, engine }) => {
  let posts: Posts;
  const rule = (collection: string, action: string, filter: object): Promise<unknown> =>
    project.write('POST', '/permissions/rules', { role: posts.role, collection, action, filter });

  beforeAll(async () => {
    posts = await addPosts(project);
    const everything = { create: 'full', read: 'full', update: 'full', delete: 'full' };
    for (const collection of ['directus_users', 'directus_files'])
      await project.write('POST', '/permissions', { collection, role: posts.role, ...everything });
    await project.write('POST', '/items/teams', [{ name: 'red' }, { name: 'blue' }]);
    await project.write('POST', '/items/posts', { title: 'of red', team: 1 });
    await project.write('POST', '/items/posts', { title: 'of blue', team: 2 });
    for (const action of ['read', 'update', 'delete']) await rule('posts', action, { 'team.name': { eq: 'red' } });
  });

  it.each([
    ['with no limits', {}],
    ['for the collection alone', { collections: { posts: ['read', 'update', 'delete'] } }],
    ['that only reads', { read_only: true }],
  ])('binds an API key %s', async (_kind, settings) => {
    const ask = await keyed(project, settings, posts.ann);
    const { text } = await ask('GET', '/items/posts?fields=title&limit=-1');
    expect(text).toContain('of red');
    expect(text).not.toContain('of blue');
    const before = await project.digest();
    expect((await ask('PATCH', '/items/posts/2', { title: 'mine' })).status).toBeGreaterThanOrEqual(400);
    expect((await ask('DELETE', '/items/posts/2')).status).toBeGreaterThanOrEqual(400);
    expect(await project.digest()).toBe(before);
  });

  it('hides users from SCIM', async () => {
    const users = async (): Promise<string> => (await project.get('/scim/v2/Users', ANN)).text;
    expect(await users()).toContain('ben@example.com');
    await rule('directus_users', 'read', { email: { neq: 'ben@example.com' } });
    expect(await users()).toContain('ann@example.com');
    expect(await users()).not.toContain('ben@example.com');
    const filter = encodeURIComponent('userName eq "ben@example.com"');
    expect((await project.get(`/scim/v2/Users?filter=${filter}`, ANN)).body).toMatchObject({ totalResults: 0 });
  });

  it('keeps private files from being downloaded', async () => {
    await project.write('POST', '/settings', { key: 'private_assets', value: '1' });
    const upload = (title: string): Promise<File> =>
      project.write<File>('POST', '/files', { data: btoa(title), filename_download: `${title}.txt`, title });
    const [open, closed] = [await upload('open'), await upload('closed')];
    await rule('directus_files', 'read', { title: { eq: 'open' } });
    const status = async ({ private_hash }: File): Promise<number> =>
      (await project.get(`/assets/${private_hash}`, ANN)).status;
    expect([await status(open), await status(closed)]).toEqual([200, 404]);
  });

  it('is copied with the project', async () => {
    const to = `${project.key}_copy`;
    const database = databaseOf({ ...inject('engines')[engine], db_name: to });
    await copyProject(server.app.registry, { from: project.key, to, database });
    const answer = await fetch(`${server.base}/${to}/items/posts?fields=title`, {
      headers: { Authorization: `Bearer ${ANN}` },
    });
    expect(await answer.json()).toMatchObject({ data: [{ title: 'of red' }] });
  });
});

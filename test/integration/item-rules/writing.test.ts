import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

/** A way to write a post. */
interface Way {
  readonly name: string;
  /** The request that writes `values`: to post 1, or to a new one. */
  readonly request: (values: Payload) => readonly [method: string, path: string, body?: unknown];
}

const CHANGES: readonly Way[] = [
  { name: 'a change', request: (values) => ['PATCH', '/items/posts/1', values] },
  { name: 'a change of several', request: (values) => ['PATCH', '/items/posts/1,3', values] },
  { name: 'a list of changes', request: (values) => ['PATCH', '/items/posts', [{ id: 1, ...values }]] },
  { name: 'a change in its team', request: (values) => ['PATCH', '/items/teams/1', { posts: [{ id: 1, ...values }] }] },
  { name: 'a change in its note', request: (values) => ['PATCH', '/items/notes/1', { post: { id: 1, ...values } }] },
  { name: 'a new note that brings it', request: (values) => ['POST', '/items/notes', { post: { id: 1, ...values } }] },
  { name: 'a mutation', request: (values) => ['POST', '/gql', mutation('update_posts(ids: [1], set: ', values, ')')] },
];
const CREATIONS: readonly Way[] = [
  { name: 'a creation', request: (values) => ['POST', '/items/posts', values] },
  { name: 'a list of creations', request: (values) => ['POST', '/items/posts', [{ title: 'good' }, values]] },
  { name: 'a creation in a team', request: (values) => ['PATCH', '/items/teams/1', { posts: [values] }] },
  { name: 'a creation in a note', request: (values) => ['POST', '/items/notes', { post: values }] },
  { name: 'a mutation', request: (values) => ['POST', '/gql', mutation('create_posts(items: [', values, '])')] },
];

function mutation(begin: string, values: Payload, end: string): Payload {
  const fields = Object.entries(values).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return { query: `mutation { ${begin}{ ${fields.join(', ')} }${end} { id } }` };
}

onEveryEngine('a rule about writing', ({ project }) => {
  let posts: Posts;
  beforeAll(async () => {
    posts = await addPosts(project);
    await project.write('POST', '/items/teams', [{ name: 'red' }, { name: 'blue' }]);
    await project.write('POST', '/items/posts', [
      { title: 'first', team: 1, minutes: 5 },
      { title: 'second', team: 2, minutes: 5 },
      { title: 'third', team: 1, minutes: 5 },
    ]);
    await project.write('POST', '/items/notes', { words: 'one', post: 1 });
  });

  const rules = async (...list: readonly Payload[]): Promise<void> => {
    for (const { id } of await project.read<{ id: number }[]>('/permissions/rules'))
      await project.write('DELETE', `/permissions/rules/${id}`);
    for (const rule of list)
      await project.write('POST', '/permissions/rules', { role: posts.role, collection: 'posts', ...rule });
  };

  /** Sends a request as a member, and expects it to be refused without a trace. */
  const expectRefused = async ({ request }: Way, values: Payload): Promise<void> => {
    const before = await project.digest();
    const { status, text } = await project.ask(...spread(request(values)), ANN);
    expect(text.includes('"code":30') || status === 403, text).toBe(true);
    expect(await project.digest()).toBe(before);
  };
  const expectDone = async ({ request }: Way, values: Payload): Promise<void> => {
    const { status, text } = await project.ask(...spread(request(values)), ANN);
    expect([status, text.includes('"errors"')], text).toEqual([200, false]);
  };

  describe('about which items may be changed', () => {
    beforeEach(() => rules({ action: 'update', filter: { 'team.name': { eq: 'red' } } }));

    it.each(CHANGES)('refuses $name of others', async (way) => {
      await project.write('PATCH', '/items/posts/1', { team: 2 });
      await expectRefused(way, { title: 'taken' });
      await project.write('PATCH', '/items/posts/1', { team: 1 });
      await expectDone(way, { title: 'changed' });
    });

    it.each(CHANGES)('refuses $name that would take them out of it', async (way) => {
      await expectRefused(way, { team: 2 });
    });

    it('refuses a revert to a state that it does not allow', async () => {
      const [first] = await project.read<{ id: number }[]>('/items/posts/1/revisions?limit=-1');
      await project.write('PATCH', '/items/posts/3', { team: 2 });
      const moved = (await project.read<{ id: number }[]>('/items/posts/3/revisions?limit=-1')).at(-1);
      await project.write('PATCH', '/items/posts/3', { team: 1 });
      const revert = async (key: number, revision?: number): Promise<number> =>
        (await project.ask('PATCH', `/items/posts/${key}/revert/${revision}`, undefined, ANN)).status;
      expect([await revert(3, moved?.id), await revert(1, first?.id)]).toEqual([403, 200]);
    });

    it('lets an item be hidden by users who may delete it', async () => {
      const { id } = await project.write<{ id: number }>('POST', '/items/posts', { title: 'x', team: 1 });
      await expectDone({ name: '', request: (values) => ['PATCH', `/items/posts/${id}`, values] }, { state: 'gone' });
    });
  });

  describe('about what a change must result in', () => {
    beforeEach(() => rules({ action: 'update', validation: { minutes: { lte: 10 } } }));

    it.each(CHANGES)('refuses $name that breaks it', async (way) => {
      await expectRefused(way, { minutes: 11 });
      await expectDone(way, { minutes: 9 });
    });
  });

  describe('about what a new item must be like', () => {
    beforeEach(() =>
      rules({
        action: 'create',
        presets: { minutes: 7, secret: '$me', due: '$now' },
        validation: { minutes: { lte: 10 } },
      }),
    );

    it.each(CREATIONS)('refuses $name that breaks it, and presets what $name leaves out', async (way) => {
      await expectRefused(way, { title: 'bad', minutes: 11 });
      await expectDone(way, { title: way.name });
      const [made] = await project.read<Payload[]>(`/items/posts?filter[title][eq]=${way.name}`);
      expect(made).toMatchObject({ minutes: 7, secret: String(posts.ann), title: way.name });
      expect(Math.abs(Date.parse(`${String(made?.due).replace(' ', 'T')}`.slice(0, 19)) - Date.now())).toBeLessThan(
        86_400_000,
      );
    });
  });

  describe('by status', () => {
    beforeEach(() =>
      rules(
        { action: 'create', status: 'done', presets: { minutes: 3 } },
        { action: 'create', presets: { state: 'done', title: 'preset' } },
        { action: 'update', status: 'done', filter: { owner: { eq: '$me' } } },
      ),
    );

    it('applies only to items with the status', async () => {
      const { body } = await project.ask('POST', '/items/posts?fields=*', { team: 1 }, ANN);
      expect(body.data).toMatchObject({ title: 'preset', state: 'done', minutes: 3, owner: posts.ann });
      const open = await project.ask('POST', '/items/posts?fields=*', { state: 'open' }, ANN);
      expect(open.body.data).toMatchObject({ state: 'open', minutes: null });
      const foreign = await project.write<{ id: number }>('POST', '/items/posts', { state: 'done', title: 'foreign' });
      const patch = (key: unknown, values: Payload) => project.ask('PATCH', `/items/posts/${key}`, values, ANN);
      expect((await patch(foreign.id, { title: 'x' })).status).toBe(403);
      expect((await patch((body.data as { id: number }).id, { title: 'x' })).status).toBe(200);
      expect((await patch(1, { title: 'x' })).status).toBe(200);
      expect((await patch(1, { state: 'done' })).status).toBe(403);
    });
  });

  it('says which items may be deleted', async () => {
    await rules({ action: 'delete', filter: { owner: { eq: '$me' } } });
    const { id } = await project.write<{ id: number }>('POST', '/items/posts', { title: 'of the administrator' });
    expect((await project.ask('DELETE', `/items/posts/${id}`, undefined, ANN)).status).toBe(403);
    expect((await project.ask('PATCH', `/items/teams/1`, { posts: [{ id, $delete: true }] }, ANN)).status).toBe(403);
    const own = await project.ask('POST', '/items/posts', { title: 'own' }, ANN);
    expect(
      (await project.ask('DELETE', `/items/posts/${(own.body.data as { id: number }).id}`, undefined, ANN)).status,
    ).toBe(204);
  });
});

const spread = ([method, path, body]: readonly [string, string, unknown?]): [string, string, unknown] => [
  method,
  path,
  body,
];

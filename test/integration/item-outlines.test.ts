import { beforeAll, expect, it } from 'vitest';
import { statementsOf } from '../support/counting.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../support/posts.ts';
import type { Payload } from '../support/project.ts';
import { schedule } from '../support/schedules.ts';

/** Requests that need to know whether a post may be seen, but nothing in it, and who sends them. */
const REQUESTS: readonly (readonly [token: string, method: string, path: string, body?: Payload])[] = [
  [BEN, 'GET', '/mentions'],
  [ANN, 'GET', '/mentions/users?collection=posts&item=ITEM'],
  [BEN, 'GET', '/tasks'],
  [ANN, 'GET', '/tasks/askable?collection=posts&item=ITEM'],
  [ANN, 'POST', '/tasks', { collection: 'posts', item: 'ITEM', user: 'BEN' }],
  [ANN, 'POST', '/tasks', { collection: 'posts', item: 'ITEM', role: 'ROLE' }],
  [ANN, 'POST', '/activity/comment', { collection: 'posts', item: 'ITEM', comment: 'two', mentions: ['BEN'] }],
  [ANN, 'PATCH', '/activity/comment/COMMENT', { comment: 'three' }],
  [ANN, 'DELETE', '/activity/comment/COMMENT'],
  [BEN, 'GET', '/schedules'],
  [ANN, 'POST', '/previews', { collection: 'posts', item: 'ITEM' }],
];

onEveryEngine('requests that only need to know whether an item may be seen', ({ project }) => {
  let posts: Posts;
  const named: Record<string, number> = {};

  beforeAll(async () => {
    posts = await addPosts(project);
    for (const collection of ['directus_activity', 'directus_users', 'directus_roles'])
      await project.write('POST', '/permissions', { collection, role: posts.role, read: 'full', create: 'full' });
    const { id: item } = await project.write<{ id: number }>('POST', '/items/posts', { title: 'one', minutes: 2 });
    await schedule(project, { item }, ANN);
    await project.ask('POST', '/tasks', { collection: 'posts', item, user: posts.ben }, ANN);
    const comment = { collection: 'posts', item, comment: 'one', mentions: [posts.ben] };
    const { body } = await project.ask('POST', '/activity/comment', comment, ANN);
    Object.assign(named, { ITEM: item, BEN: posts.ben, ROLE: posts.role, COMMENT: (body.data as { id: number }).id });
  });

  const filled = (text: string): string =>
    text.replace(/"?\b(ITEM|BEN|ROLE|COMMENT)\b"?/g, (_whole, name: string) => String(named[name]));

  for (const [token, method, path, body] of REQUESTS)
    it(`${method} ${path} ${JSON.stringify(body ?? {})} reads no other columns`, async () => {
      const { database } = await project.opened();
      const texts = await statementsOf(database, async () => {
        const sent: unknown = body && JSON.parse(filled(JSON.stringify(body)));
        const { status, text } = await project.ask(method, filled(path), sent, token);
        expect([200, 204], text).toContain(status);
      });
      expect(texts.filter((text) => text.includes('posts'))).not.toEqual([]);
      expect(texts.filter((text) => text.includes('minutes'))).toEqual([]);
    });

  it('GET /mentions looks for an item once, however often the caller is mentioned there', async () => {
    const { database } = await project.opened();
    const count = async (): Promise<number> => {
      const texts = await statementsOf(database, () => project.ask('GET', '/mentions', undefined, BEN));
      return texts.filter((text) => /FROM .posts/.test(text)).length;
    };
    const before = await count();
    const sent = { collection: 'posts', item: named.ITEM, comment: 'again', mentions: [posts.ben] };
    for (let time = 0; time < 3; time++) await project.ask('POST', '/activity/comment', sent, ANN);
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(before);
  });

  it('comments are limited in length, because lists contain them whole', async () => {
    const before = await project.digest();
    const sent = { collection: 'posts', item: named.ITEM, comment: 'ö'.repeat(32_768) };
    for (const [method, path] of [
      ['POST', '/activity/comment'],
      ['PATCH', `/activity/comment/${named.COMMENT}`],
    ] as const) {
      const body = method === 'POST' ? sent : { comment: sent.comment };
      const { status, text } = await project.ask(method, path, body, ANN);
      expect([status, text]).toEqual([422, expect.stringContaining('at most 65535 bytes')]);
    }
    expect(await project.digest()).toBe(before);
  });
});

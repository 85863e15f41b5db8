import { beforeAll, expect, it } from 'vitest';
import { id, owner, text, toMany, toOne } from '../support/fields.ts';
import { askGraphql } from '../support/graphql.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered, TestProject } from '../support/project.ts';

const AUTHOR = 'the-token-of-an-author';
const names = ['draft', 'review', 'published', 'deleted'];
const status_mapping = Object.fromEntries(names.map((name) => [name, { name, soft_delete: name === 'deleted' }]));
const status = {
  field: 'status',
  type: 'status',
  datatype: 'VARCHAR',
  length: 20,
  default_value: 'draft',
  options: { status_mapping },
};

/** The ways to set an article's status: 1 is a draft of the author, who owns it; 2 is on shelf 1. */
const PATHS: Readonly<Record<string, (status: unknown) => readonly [method: string, path: string, body: unknown]>> = {
  change: (status) => ['PATCH', '/items/articles/1', { status }],
  'change of several': (status) => ['PATCH', '/items/articles/1,2', { status }],
  batch: (status) => ['PATCH', '/items/articles', [{ id: 1, status }]],
  'nested in a list': (status) => ['PATCH', '/items/shelves/1', { articles: [{ id: 1, status }] }],
  'nested to-one': (status) => ['PATCH', '/items/notes/1', { about: { id: 1, status } }],
  creation: (status) => ['POST', '/items/articles', { title: 'new', status }],
  'creation of several': (status) => ['POST', '/items/articles', [{ title: 'a', status }, { title: 'b' }]],
  'creation in a list': (status) => ['POST', '/items/shelves', { name: 'new', articles: [{ title: 'x', status }] }],
  'creation to-one': (status) => ['POST', '/items/notes', { about: { title: 'x', status } }],
};
const person = { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'secret-1' };
const UNKNOWN: readonly unknown[] = [null, '', 'Published', 'published ', 'publ\u200Bished', 'gone', 7, true];
const STRUCTURES: readonly unknown[] = [['published'], { toString: 1 }];

onEveryEngine('a status', ({ project }) => {
  beforeAll(async () => {
    await furnish(project);
  });

  const expectRefused = async (answer: Answered, status: number, code: number, before: string): Promise<void> => {
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([status, code]);
    expect(await project.digest()).toBe(before);
  };

  for (const [name, request] of Object.entries(PATHS)) {
    it(`must be one of the collection's, for a ${name}, also for administrators`, async () => {
      const before = await project.digest();
      for (const sent of UNKNOWN) {
        const answer = await project.ask(...request(sent));
        await expectRefused(answer, 422, 4, before);
        expect(answer.text).toContain('one of draft, review, published, deleted');
      }
      for (const sent of STRUCTURES) expect((await project.ask(...request(sent))).status).toBe(422);
    });

    it(`in which the role may neither change nor create items cannot be set by a ${name}`, async () => {
      const before = await project.digest();
      const code = name.startsWith('creation') ? 301 : 302;
      await expectRefused(await project.ask(...request('published'), AUTHOR), 403, code, before);
    });
  }

  it("must be one of the collection's that the role may set, in GraphQL", async () => {
    const before = await project.digest();
    const codesOf = async (query: string, token?: string) => {
      const { errors = [] } = await askGraphql(project, `mutation { ${query} }`, {}, token);
      return errors.map(({ extensions }) => extensions.code);
    };
    expect(await codesOf('update_articles(ids: [1], set: { status: "Published" }) { id }')).toEqual([4]);
    expect(await codesOf('create_articles(items: [{ status: "" }]) { id }')).toEqual([4]);
    expect(await codesOf('update_articles(ids: [1], set: { status: "published" }) { id }', AUTHOR)).toEqual([302]);
    expect(await codesOf('create_articles(items: [{ status: "published" }]) { id }', AUTHOR)).toEqual([301]);
    expect(await project.digest()).toBe(before);
  });

  it('cannot be restored by a revision if the role may not set it', async () => {
    await project.ask('PATCH', '/items/articles/3', { status: 'published' });
    await project.ask('PATCH', '/items/articles/3', { status: 'draft' });
    const revisions = (await project.ask('GET', '/items/articles/3/revisions')).body.data as { id: number }[];
    const before = await project.digest();
    const path = `/items/articles/3/revert/${revisions[1]?.id}`;
    await expectRefused(await project.ask('PATCH', path, {}, AUTHOR), 403, 302, before);
  });

  it('can change to where the role may create items, and to where it may change them', async () => {
    expect((await project.ask('PATCH', '/items/articles/4', { status: 'review' }, AUTHOR)).status).toBe(200);
    expect((await project.ask('PATCH', '/items/articles/4', { status: 'draft' }, AUTHOR)).status).toBe(403);
  });

  it('that hides an item requires the right to delete it, and no other', async () => {
    expect((await project.ask('PATCH', '/items/articles/5', { status: 'deleted' }, AUTHOR)).status).toBe(204);
  });

  it('may be omitted, sent again unchanged, and be the default', async () => {
    expect((await project.ask('PATCH', '/items/articles/1', { title: 'x' }, AUTHOR)).status).toBe(200);
    expect((await project.ask('PATCH', '/items/articles/1', { title: 'x', status: 'draft' }, AUTHOR)).status).toBe(200);
    const made = await project.ask('POST', '/items/articles', { title: 'y' }, AUTHOR);
    expect(made.body.data).toMatchObject({ status: 'draft' });
  });

  it('forbids fields that may not be written in its old or its new value', async () => {
    const wish = { status: 'review', title: 'z' };
    const refused = await project.ask('PATCH', '/items/articles/1', wish, AUTHOR);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 305]);
  });

  it('of a user is one of those that users have', async () => {
    for (const sent of ['Active', 'gone', '', null]) {
      const made = await project.ask('POST', '/users', { ...person, role: 3, status: sent });
      expect([made.status, made.body.error?.code], String(sent)).toEqual([422, 4]);
      const changed = await project.ask('PATCH', '/users/2', { status: sent });
      expect([changed.status, changed.body.error?.code], String(sent)).toEqual([422, 4]);
    }
  });
});

async function furnish(project: TestProject): Promise<void> {
  const made = async (path: string, body: unknown, token?: string): Promise<void> => {
    const { status, text } = await project.ask('POST', path, body, token);
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  await made('/roles', { name: 'Authors' });
  await made('/users', { ...person, email: 'author@example.com', status: 'active', role: 3, token: AUTHOR });
  const articles = [id, text('title'), status, owner, toOne('shelf')];
  await made('/collections', { collection: 'articles', fields: articles });
  await made('/collections', { collection: 'shelves', fields: [id, text('name'), toMany('articles')] });
  await made('/collections', { collection: 'notes', fields: [id, toOne('about')] });
  const tied = { collection_many: 'articles', field_many: 'shelf', collection_one: 'shelves', field_one: 'articles' };
  await made('/relations', tied);
  await made('/relations', { collection_many: 'notes', field_many: 'about', collection_one: 'articles' });
  const all = { create: 'full', read: 'full', update: 'full', delete: 'full' };
  for (const collection of ['shelves', 'notes']) await made('/permissions', { collection, role: 3, ...all });
  const rules: Readonly<Record<string, object>> = {
    draft: { create: 'full', read: 'full', update: 'mine', delete: 'mine' },
    review: { create: 'full', read: 'full', update: 'none', delete: 'none', write_field_blacklist: ['title'] },
    published: { create: 'none', read: 'full', update: 'none', delete: 'none' },
    deleted: { create: 'none', read: 'none', update: 'none', delete: 'none' },
  };
  for (const [name, rule] of Object.entries(rules))
    await made('/permissions', { collection: 'articles', role: 3, status: name, ...rule });
  for (const title of ['one', 'two', 'three', 'four', 'five']) await made('/items/articles', { title }, AUTHOR);
  await made('/items/shelves', { name: 'first', articles: [{ id: 2 }] });
  await made('/items/notes', { about: 1 });
}

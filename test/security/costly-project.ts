import { id, owner, text, toMany, toOne } from '../support/fields.ts';
import { createTestProject, type Payload, type TestProject } from '../support/project.ts';
import type { Running } from '../support/running.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

export const MEMBER_TOKEN = 'the-token-of-an-ordinary-member';
const SUPER_ADMIN = 'conformance-super-admin-token';
const BATCH = 2_500;
const PUBLIC_ROLE = 2;
const POSTS = 4_000;
const AUTHORS = 150;
const TAGS = 50;

export const COLLECTIONS = ['authors', 'posts', 'tags', 'posts_tags'] as const;

const body: Payload = { field: 'body', type: 'string', datatype: 'TEXT' };
const FIELDS: Readonly<Record<(typeof COLLECTIONS)[number], readonly Payload[]>> = {
  authors: [id, text('name'), toMany('posts')],
  posts: [id, text('title'), body, toOne('author'), toMany('tags'), owner],
  tags: [id, text('name'), toMany('posts')],
  posts_tags: [id, toOne('post'), toOne('tag')],
};
const RELATIONS = [
  { collection_many: 'posts', field_many: 'author', collection_one: 'authors', field_one: 'posts' },
  {
    collection_many: 'posts_tags',
    field_many: 'post',
    collection_one: 'posts',
    field_one: 'tags',
    junction_field: 'tag',
  },
  {
    collection_many: 'posts_tags',
    field_many: 'tag',
    collection_one: 'tags',
    field_one: 'posts',
    junction_field: 'post',
  },
];

/** A server in its own process, with a project of a few thousand items that everybody may read. */
export interface CostlyProject {
  readonly base: string;
  readonly key: string;
  readonly pid: number;
  readonly project: TestProject;
  stop(): Promise<void>;
}

/** Starts the server and fills the project. */
export async function costlyProject(): Promise<CostlyProject> {
  const folder = temporaryFolder();
  const flags = ['--data', folder.path, '--port', '0', '--super-admin-token', SUPER_ADMIN, '--log-level', 'silent'];
  const server = new ServerProcess(['serve', ...flags]);
  const base = await server.address();
  const project = await createTestProject({ base } as Running, { db_type: 'sqlite' });
  await furnish(project);
  const stop = async (): Promise<void> => {
    await server.kill();
    folder.remove();
  };
  return { base, key: `/${project.key}`, pid: server.pid, project, stop };
}

async function furnish(project: TestProject): Promise<void> {
  const write = async (path: string, payload: unknown): Promise<void> => {
    const { status, text: answer } = await project.ask('POST', path, payload);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${answer}`);
  };
  const fill = async (collection: string, count: number, of: (index: number) => object): Promise<void> => {
    const items = Array.from({ length: count }, (_, index) => of(index));
    for (let from = 0; from < count; from += BATCH)
      await write(`/items/${collection}?activity_skip=1&fields=id`, items.slice(from, from + BATCH));
  };
  for (const collection of COLLECTIONS) await write('/collections', { collection, fields: FIELDS[collection] });
  for (const relation of RELATIONS) await write('/relations', relation);
  await write('/roles', { name: 'Member' });
  const member = { first_name: 'm', last_name: 'm', email: 'member@example.com', password: 'password' };
  await write('/users', { ...member, status: 'active', role: 3, token: MEMBER_TOKEN });
  for (const collection of COLLECTIONS)
    for (const role of [PUBLIC_ROLE, 3])
      await write('/permissions', { collection, role, read: role === 3 && collection === 'posts' ? 'role' : 'full' });
  await fill('authors', AUTHORS, (index) => ({ name: `name ${index}` }));
  await fill('tags', TAGS, (index) => ({ name: `tag ${index}` }));
  const words = 'some words of a body '.repeat(40);
  await fill('posts', POSTS, (index) => ({
    title: `title ${index}`,
    body: words + index,
    author: ((index * 7) % AUTHORS) + 1,
  }));
  await fill('posts_tags', POSTS * 2, (index) => ({ post: (index % POSTS) + 1, tag: ((index * 7) % TAGS) + 1 }));
}

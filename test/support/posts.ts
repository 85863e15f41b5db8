import { id, integer, owner, text, toMany, toOne } from './fields.ts';
import type { Payload, TestProject } from './project.ts';

/** The static tokens of two members of one role. */
export const [ANN, BEN] = ['the-token-of-ann', 'the-token-of-ben'] as const;

/** Posts of teams, with notes, and a role whose members may do everything with them except see `secret`. */
export interface Posts {
  readonly role: number;
  readonly ann: number;
  readonly ben: number;
}

const workflow: Payload = {
  field: 'state',
  type: 'status',
  datatype: 'VARCHAR',
  length: 20,
  default_value: 'open',
  options: {
    status_mapping: Object.fromEntries(
      ['open', 'done', 'gone'].map((name) => [name, { name, soft_delete: name === 'gone' }]),
    ),
  },
};

/** Makes posts, teams and notes in a project, and the role with its two members. */
export async function addPosts(project: TestProject): Promise<Posts> {
  const make = (collection: string, ...fields: readonly Payload[]): Promise<unknown> =>
    project.write('POST', '/collections', { collection, fields: [id, ...fields] });
  await make('teams', text('name'), toMany('posts'));
  const day = { field: 'due', type: 'datetime', datatype: 'DATETIME' };
  await make(
    'posts',
    workflow,
    owner,
    text('title'),
    text('secret'),
    integer('minutes'),
    day,
    toOne('team'),
    toMany('notes'),
  );
  await make('notes', text('words'), toOne('post'));
  await relate(project, 'posts.team', 'teams', 'posts');
  await relate(project, 'notes.post', 'posts', 'notes');
  const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Members' });
  for (const collection of ['posts', 'teams', 'notes']) {
    const hidden = collection === 'posts' ? { read_field_blacklist: ['secret'] } : {};
    const full = { create: 'full', read: 'full', update: 'full', delete: 'full', comment: 'full', explain: 'none' };
    await project.write('POST', '/permissions', { collection, role, ...full, ...hidden });
  }
  const member = async (name: string, token: string): Promise<number> => {
    const user = { first_name: name, last_name: name, email: `${name}@example.com`, password: 'Some-Secret-1' };
    return (await project.write<{ id: number }>('POST', '/users', { ...user, role, token, status: 'active' })).id;
  };
  return { role, ann: await member('ann', ANN), ben: await member('ben', BEN) };
}

async function relate(project: TestProject, many: string, one: string, list: string): Promise<void> {
  const [collection_many, field_many] = many.split('.');
  const relation = { collection_many, field_many, collection_one: one, field_one: list };
  await project.write('POST', '/relations', relation);
}

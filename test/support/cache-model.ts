import { collections, relations } from '../security/secrets.ts';
import type { Random } from './battery.ts';
import type { Payload, TestProject } from './project.ts';
import { ADMIN_TOKEN } from './project.ts';

/** One write request. */
export interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** What the writes apply to. */
export interface Furnished {
  readonly role: number;
  readonly users: readonly number[];
  /** The permission row of the role, by collection. */
  readonly permissions: Readonly<Record<string, number>>;
}

export const TOKENS = [ADMIN_TOKEN, 'cache-model-first', 'cache-model-second', null] as const;

const READABLE = ['shelves', 'notes', 'labels', 'notes_labels', 'directus_users', 'directus_roles'];

/** Makes collections with relations between them, a role and two users of it. */
export async function furnish(project: TestProject): Promise<Furnished> {
  for (const collection of collections) await project.write('POST', '/collections', collection);
  for (const relation of relations) await project.write('POST', '/relations', relation);
  const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' });
  const users: number[] = [];
  for (const name of ['first', 'second']) {
    const person = { first_name: name, last_name: 'x', email: `${name}@example.com`, password: 'password-1' };
    const user = { ...person, status: 'active', role, token: `cache-model-${name}` };
    users.push((await project.write<{ id: number }>('POST', '/users', user)).id);
  }
  const permissions: Record<string, number> = {};
  for (const collection of READABLE) {
    const row = { role, collection, create: 'full', read: 'full', update: 'full', delete: 'full' };
    permissions[collection] = (await project.write<{ id: number }>('POST', '/permissions', row)).id;
  }
  for (let key = 1; key <= 6; key++)
    for (const collection of ['shelves', 'labels'])
      await project.write('POST', `/items/${collection}`, { name: `${collection} ${key}` });
  for (let key = 1; key <= 12; key++)
    await project.write('POST', '/items/notes', { title: `note ${key}`, shelf: 1 + (key % 6), secret: 'word' });
  return { role, users, permissions };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

const READS: readonly ((random: Random) => string)[] = [
  () => '/items/notes',
  (random) => `/items/notes/${1 + random(14)}`,
  (random) => `/items/notes/${1 + random(14)},${1 + random(14)}`,
  (random) => `/items/notes?fields=id,title,shelf.name,labels.label.name&limit=${1 + random(3)}`,
  (random) => `/items/notes/${1 + random(14)}?fields=*,shelf.*,owner.first_name`,
  (random) => `/items/notes?filter[shelf.name][contains]=${random(4)}&sort=-title`,
  () => '/items/notes?meta=total_count,filter_count,status_count&q=note',
  () => '/items/notes?status=*&fields=id,status',
  () => '/items/shelves?fields=*,notes.title',
  (random) => `/items/shelves/${1 + random(6)}`,
  () => '/items/labels?fields=*,notes.note.title',
  () => '/items/notes_labels',
  () => '/items/shelves?filter[notes][has]=1',
  () => '/items/notes?limit=2&meta=cursor&sort=place',
  () => '/items/notes?sort=?&fields=id&limit=1',
  () => '/items/vaults',
  () => '/users?fields=id,first_name,token,role.name',
  () => '/users/me?fields=id,first_name,role',
  () => '/roles',
  () => '/permissions?fields=id,read&limit=3',
  () => '/activity?limit=3&sort=-id&fields=id,action,item',
  () => '/items/extra_notes',
  () => '/fields/notes?limit=2',
  () => '/collections?fields=collection',
  () => '/settings?fields=key,value&limit=5',
  () => '/revisions?limit=2&sort=-id&fields=id,item',
];

/** A path to read. */
export const someRead = (random: Random): string => pick(random, READS)(random);

const word = (random: Random): string => `word ${random(1000)}`;
const note = (random: Random): number => 1 + random(14);
const row = (random: Random): Payload => ({
  title: word(random),
  shelf: 1 + random(6),
  status: pick(random, STATUSES),
});
const STATUSES = ['published', 'draft', 'deleted'];
const LEVELS = ['full', 'mine', 'role', 'none'];

const WRITES: readonly ((random: Random, furnished: Furnished) => Write)[] = [
  (random) => ({ method: 'PATCH', path: `/items/notes/${note(random)}`, body: row(random) }),
  (random) => ({ method: 'PATCH', path: `/items/notes/${note(random)}?activity_skip=1`, body: row(random) }),
  (random) => ({ method: 'PATCH', path: `/items/shelves/${1 + random(6)}`, body: { name: word(random) } }),
  (random) => ({ method: 'PATCH', path: `/items/labels/${1 + random(6)}`, body: { name: word(random) } }),
  (random) => ({ method: 'POST', path: '/items/notes', body: row(random) }),
  (random) => ({ method: 'POST', path: '/items/notes', body: [row(random), row(random)] }),
  (random) => ({
    method: 'POST',
    path: '/items/notes',
    body: { ...row(random), labels: [{ label: { name: word(random) } }] },
  }),
  (random) => ({
    method: 'PATCH',
    path: `/items/notes/${note(random)}`,
    body: { shelf: { id: 1 + random(6), name: word(random) } },
  }),
  (random) => ({ method: 'DELETE', path: `/items/notes/${13 + random(30)}` }),
  (random) => ({ method: 'PATCH', path: `/items/notes/${note(random)},${note(random)}`, body: { place: random(9) } }),
  (random, { permissions }) => ({
    method: 'PATCH',
    path: `/permissions/${permissions[pick(random, READABLE)]}`,
    body: { read: pick(random, LEVELS) },
  }),
  (random, { permissions }) => ({
    method: 'PATCH',
    path: `/permissions/${permissions.notes}`,
    body: { read: 'full', read_field_blacklist: pick(random, [[], ['title'], ['secret', 'shelf']]) },
  }),
  (random, { users }) => ({
    method: 'PATCH',
    path: `/users/${pick(random, users)}`,
    body: { first_name: word(random) },
  }),
  (random, { users, role }) => ({
    method: 'PATCH',
    path: `/users/${users[1]}`,
    body: { role: pick(random, [role, 1]), status: pick(random, ['active', 'active', 'suspended']) },
  }),
  (random) => ({ method: 'PATCH', path: '/settings/1', body: { value: word(random) } }),
  (random, { role }) => ({ method: 'PATCH', path: `/roles/${role}`, body: { description: word(random) } }),
];

const RARE: readonly ((random: Random) => Write)[] = [
  () => ({
    method: 'POST',
    path: '/fields/notes',
    body: { field: 'extra', type: 'string', datatype: 'VARCHAR', length: 20 },
  }),
  () => ({ method: 'DELETE', path: '/fields/notes/extra' }),
  (random) => ({ method: 'PATCH', path: '/fields/notes/title', body: { note: word(random) } }),
];

/** A random write; schema changes, which are slow, are rare. */
export function someWrite(random: Random, furnished: Furnished): Write {
  return random(40) === 0 ? pick(random, RARE)(random) : pick(random, WRITES)(random, furnished);
}

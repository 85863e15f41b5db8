import { systemTables } from '../../src/schema/system/tables.ts';
import { id, integer, text } from '../support/fields.ts';
import type { TestProject } from '../support/project.ts';

/** The collection whose relations reach the rows of system collections. */
export const DOOR = 'art';
export const MEMBER = 'tests-member-token';
export const ROLES = { everything: 3, reader: 4, spare: 5 } as const;
/** There are two administrators, so that nothing is refused because it concerns the last one. */
export const USERS = { member: 2, reader: 3, editor: 4, admin: 5 } as const;

/** Collections that relations may not lead to. (Contract, S-147.) */
const CLOSED = ['directus_activity', 'directus_collections', 'directus_fields', 'directus_relations'];
export const collections = systemTables.map(({ name }) => name);
export const toOneFields = collections.filter((name) => !CLOSED.includes(name));
export const toOneOf = (collection: string): string => collection.replace('directus_', 'one_');
export const toManyOf = (collection: string): string => collection.replace('directus_', 'many_');

/** Route segments of system collections whose routes work like those of items. */
const ROUTES: Readonly<Record<string, string>> = {
  directus_users: 'users',
  directus_roles: 'roles',
  directus_permissions: 'permissions',
  directus_relations: 'relations',
  directus_collection_presets: 'collection_presets',
  directus_files: 'files',
  directus_folders: 'folders',
  directus_webhooks: 'webhooks',
  directus_settings: 'settings',
};

export type Payload = Readonly<Record<string, unknown>>;
export type Request = readonly [method: string, path: string, body?: unknown];

/** One way to write rows of a system collection. */
export interface Path {
  readonly title: string;
  change(key: string | number, payload: Payload): Request;
  create(payload: Payload): Request;
  remove(key: string | number): Request;
}

const KEYS: ReadonlyMap<string, string> = new Map(
  systemTables.map(({ name, columns }) => [name, columns.find(({ primaryKey }) => primaryKey)?.name ?? 'id']),
);

/** All ways to the rows of a collection: routes, single and in lists, and items that contain them. */
export function pathsTo(collection: string): Path[] {
  const key = KEYS.get(collection) ?? 'id';
  const route = ROUTES[collection];
  const nested = toOneFields.includes(collection) ? toOnePaths(toOneOf(collection), key) : [];
  return [...(route ? routePaths(`/${route}`, key) : []), ...nested, toManyPath(toManyOf(collection), key)];
}

function routePaths(route: string, keyName: string): Path[] {
  return [
    {
      title: 'the route of one',
      change: (key, payload) => ['PATCH', `${route}/${key}`, payload],
      create: (payload) => ['POST', route, payload],
      remove: (key) => ['DELETE', `${route}/${key}`],
    },
    {
      title: 'the route of several',
      change: (key, payload) => ['PATCH', `${route}/${key},${key}`, payload],
      create: (payload) => ['POST', route, [payload]],
      remove: (key) => ['DELETE', `${route}/${key},${key}`],
    },
    {
      title: 'the route of a list',
      change: (key, payload) => ['PATCH', route, [{ [keyName]: key, ...payload }]],
      create: (payload) => ['POST', route, [payload, payload]],
      remove: (key) => ['DELETE', `${route}/${key}`],
    },
  ];
}

function toOnePaths(field: string, keyName: string): Path[] {
  const graphql = (value: Payload): Request => [
    'POST',
    '/gql',
    {
      query: `mutation ($set: JSON) { update_${DOOR}(ids: [1], set: { ${field}: $set }) { id } }`,
      variables: { set: value },
    },
  ];
  const bring = (title: string, send: (value: Payload) => Request): Path => ({
    title,
    change: (key, payload) => send({ [keyName]: key, ...payload }),
    create: send,
    remove: (key) => send({ [keyName]: key, $delete: true }),
  });
  return [
    bring('a new item that brings it', (value) => ['POST', `/items/${DOOR}`, { [field]: value }]),
    bring('a changed item that brings it', (value) => ['PATCH', `/items/${DOOR}/1`, { [field]: value }]),
    bring('a list of items', (value) => ['PATCH', `/items/${DOOR}`, [{ id: 1, [field]: value }]]),
    bring('GraphQL', graphql),
  ];
}

function toManyPath(field: string, keyName: string): Path {
  const send = (value: Payload): Request => ['PATCH', `/items/${DOOR}/1`, { [field]: [value] }];
  return {
    title: 'a list of related items',
    change: (key, payload) => send({ [keyName]: key, ...payload }),
    create: send,
    remove: (key) => send({ [keyName]: key, $delete: true }),
  };
}

/**
 * Makes a role with all rights that permissions can grant, and a collection with relations to every system collection.
 */
export async function openEveryPath(project: TestProject): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await project.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const doors = toOneFields.map((name) => integer(toOneOf(name), 'm2o'));
  const lists = collections.map((name) => ({ field: toManyOf(name), type: 'o2m' }));
  await ask('POST', '/collections', { collection: DOOR, fields: [id, text('title'), ...doors, ...lists] });
  for (const name of toOneFields)
    await ask('POST', '/relations', {
      collection_many: DOOR,
      field_many: toOneOf(name),
      collection_one: name,
    });
  for (const name of collections) {
    await ask('POST', `/fields/${name}`, integer('door'));
    await ask('POST', '/relations', {
      collection_many: name,
      field_many: 'door',
      collection_one: DOOR,
      field_one: toManyOf(name),
    });
  }
  for (const name of ['Everything', 'Reader', 'Spare']) await ask('POST', '/roles', { name });
  await ask('POST', '/collections', { collection: 'vault', fields: [id, text('title')] });
  await permitEverything(project, ask);
  await addRows(ask);
}

const ALL = { create: 'full', read: 'full', update: 'full', delete: 'full', comment: 'full', explain: 'none' } as const;

async function permitEverything(
  project: TestProject,
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<void> {
  const { body } = await project.ask('GET', `/permissions?filter[role]=${ROLES.everything}&limit=-1`);
  const present = body.data as { id: number; collection: string }[];
  await ask(
    'PATCH',
    '/permissions',
    present.map((row) => ({ id: row.id, ...ALL })),
  );
  const missing = [DOOR, ...collections].filter((name) => !present.some((row) => row.collection === name));
  await ask(
    'POST',
    '/permissions',
    missing.map((collection) => ({ collection, role: ROLES.everything, ...ALL })),
  );
}

async function addRows(ask: (method: string, path: string, body?: unknown) => Promise<unknown>): Promise<void> {
  const people = { member: ROLES.everything, reader: ROLES.reader, editor: ROLES.spare, chief: 1 };
  for (const [name, role] of Object.entries(people))
    await ask('POST', '/users', {
      ...personOf(name),
      status: 'active',
      role,
      ...(name === 'member' && { token: MEMBER }),
    });
  await ask('POST', '/permissions', { collection: 'vault', role: ROLES.spare, read: 'full' });
  await ask('POST', `/items/${DOOR}`, { title: 'the door' });
  const hook = { http_action: 'post', url: 'https://hooks.example.com/', collection: 'nothing', directus_action: 'x' };
  await ask('POST', '/webhooks', { ...hook, status: 'inactive' });
  for (const name of ['one.txt', 'two.txt'])
    await ask('POST', '/files', { data: `data:text/plain;base64,${btoa(name)}`, filename_download: name });
  await ask('POST', '/auth/authenticate', { email: 'reader@example.com', password: 'reader-Secret-1' });
}

/** The fields of a user without anything reserved to administrators. */
export const personOf = (name: string): Payload => ({
  first_name: name,
  last_name: 'Example',
  email: `${name}@example.com`,
  password: `${name}-Secret-1`,
});

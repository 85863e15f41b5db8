import { beforeAll, expect, it } from 'vitest';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { revisions } from '../../src/schema/system/revisions.ts';
import { systemTables } from '../../src/schema/system/tables.ts';
import { sendFile } from '../support/imports.ts';
import { endOf } from '../support/jobs.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';
import {
  MEMBER,
  openEveryPath,
  type Path,
  type Payload,
  pathsTo,
  personOf,
  type Request,
  ROLES,
  USERS,
} from './system-paths.ts';

/**
 * What a role with all rights that permissions can grant may still not change: by collection, the row and its columns.
 */
interface Closed {
  readonly title: string;
  readonly collection: string;
  readonly key: string | number;
  readonly columns: readonly string[];
}

const columnsOf = (collection: string): string[] =>
  (systemTables.find(({ name }) => name === collection)?.columns ?? [])
    .filter(({ primaryKey }) => !primaryKey)
    .map(({ name }) => name);

const CREDENTIALS = ['email', 'password', '2fa_secret'];
const ADMINISTRATED = ['role', 'token', 'status', 'external_id', 'password_reset_token'];
const CLOSED: readonly Closed[] = [
  {
    title: 'an administrator',
    collection: 'directus_users',
    key: USERS.admin,
    columns: [...ADMINISTRATED, ...CREDENTIALS],
  },
  {
    title: 'a user who may do more',
    collection: 'directus_users',
    key: USERS.editor,
    columns: [...ADMINISTRATED, ...CREDENTIALS],
  },
  { title: 'a user who may do less', collection: 'directus_users', key: USERS.reader, columns: ADMINISTRATED },
  { title: 'oneself', collection: 'directus_users', key: USERS.member, columns: [...ADMINISTRATED, '2fa_secret'] },
  { title: 'the administrator role', collection: 'directus_roles', key: 1, columns: columnsOf('directus_roles') },
  {
    title: 'a role',
    collection: 'directus_roles',
    key: ROLES.spare,
    columns: ['ip_whitelist', 'enforce_2fa', 'external_id'],
  },
  { title: 'a file', collection: 'directus_files', key: 1, columns: ['private_hash'] },
  { title: 'a relation of users', collection: 'directus_relations', key: 10, columns: columnsOf('directus_relations') },
  { title: 'a setting that is no look', collection: 'directus_settings', key: 1, columns: ['key', 'value'] },
  ...[
    ['directus_activity', 1],
    ['directus_collections', 'art'],
    ['directus_fields', 1],
    ['directus_permissions', 1],
    ['directus_revisions', 1],
    ['directus_user_sessions', 1],
    ['directus_webhooks', 1],
  ].map(([name, key]) => ({
    title: `a row of ${name}`,
    collection: String(name),
    key: key ?? 1,
    columns: columnsOf(String(name)),
  })),
];

const VALUES: Readonly<Record<string, unknown>> = {
  email: 'mallory@example.com',
  password: 'Mallory-Secret-1',
  '2fa_secret': 'JBSWY3DPEHPK3PXP',
  status: 'suspended',
  ip_whitelist: ['203.0.113.9'],
  role: ROLES.reader,
  key: 'octavo_registration_role',
};

/** A value that a column can hold but does not hold yet. */
function valueFor(collection: string, column: string): unknown {
  if (column === 'role' && collection !== 'directus_users') return ROLES.everything;
  const { datatype = '' } =
    systemTables.find(({ name }) => name === collection)?.columns.find(({ name }) => name === column) ?? {};
  if (column in VALUES) return VALUES[column];
  if (/INT|BOOL/.test(datatype)) return 1;
  return /DATE/.test(datatype) ? '2001-02-03T04:05:06+00:00' : 'mallory-was-here';
}

/** Rows that only administrators and the server create, complete enough to be created. */
const CREATED: Readonly<Record<string, Payload>> = {
  directus_activity: {
    action: 'update',
    action_by: 1,
    action_on: '2001-02-03T04:05:06+00:00',
    ip: '::1',
    user_agent: 'x',
    collection: 'art',
    item: '1',
  },
  directus_collections: { collection: 'mallory', managed: true },
  directus_fields: { collection: 'art', field: 'mallory', type: 'string' },
  directus_migrations: { version: 4242 },
  directus_permissions: { collection: 'vault', role: ROLES.everything, read: 'full' },
  directus_relations: { collection_many: 'directus_users', field_many: 'company', collection_one: 'vault' },
  directus_revisions: { activity: 1, collection: 'art', item: '1', data: '{}', delta: '{}' },
  directus_settings: { key: 'octavo_registration_role', value: '3' },
  directus_user_sessions: { user: 1, token_type: 'cookie', token: 'x' },
  directus_users: { ...personOf('mallory'), status: 'active', role: ROLES.everything },
  directus_webhooks: {
    status: 'active',
    http_action: 'post',
    url: 'https://evil.example.com/',
    collection: 'vault',
    directus_action: 'item.create:after',
  },
};
/** Rows that only administrators remove. */
const KEPT: readonly (readonly [collection: string, key: string | number])[] = [
  ['directus_users', USERS.admin],
  ['directus_users', USERS.editor],
  ['directus_roles', 1],
  ['directus_roles', 2],
  ['directus_relations', 10],
  ['directus_settings', 1],
  ...CLOSED.filter(({ title }) => title.startsWith('a row of')).map(
    ({ collection, key }) => [collection, key] as const,
  ),
];

const isRefused = ({ status, body }: Answered): boolean =>
  [401, 403, 404, 405, 422].includes(status) || (status === 200 && Array.isArray(body.errors));

onEveryEngine('a role with all rights that permissions can grant', ({ server, project }) => {
  const ask = ([method, path, body]: Request): Promise<Answered> => project.ask(method, path, body, MEMBER);

  beforeAll(async () => {
    await openEveryPath(project);
  }, 120_000);

  /** Expects each request to be refused and everything to stay as it was. */
  async function refuses(requests: readonly Request[]): Promise<void> {
    const before = await project.digest();
    const taken: string[] = [];
    for (const request of requests) {
      const answer = await ask(request);
      if (!isRefused(answer)) taken.push(`${JSON.stringify(request)} → ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(taken).toEqual([]);
    expect(await project.digest()).toBe(before);
  }

  const everyPath = (collection: string, requests: (path: Path) => readonly Request[]): Request[] =>
    pathsTo(collection).flatMap((path) => [...requests(path)]);

  it.each(CLOSED)(
    'changes nothing of $title ($columns) in any way',
    { timeout: 90_000 },
    async ({ collection, key, columns }) => {
      await refuses(
        everyPath(collection, (path) =>
          columns.map((column) => path.change(key, { [column]: valueFor(collection, column) })),
        ),
      );
    },
  );

  it.each(Object.entries(CREATED))('creates no row of %s in any way', { timeout: 90_000 }, async (collection, row) => {
    await refuses(everyPath(collection, (path) => [path.create(row)]));
  });

  it.each(KEPT)('removes nothing from %s, row %s, in any way', { timeout: 90_000 }, async (collection, key) => {
    await refuses(everyPath(collection, (path) => [path.remove(key)]));
  });

  const keyOf = (collection: string): string =>
    systemTables.find(({ name }) => name === collection)?.columns.find(({ primaryKey }) => primaryKey)?.name ?? 'id';

  /** Imports rows as the role's member; returns the status of the refusal, or how many rows were refused. */
  async function importing(collection: string, rows: readonly Payload[], mode: 'insert' | 'update' | 'upsert') {
    const file = { name: 'rows.json', content: JSON.stringify(rows) };
    const sent = await sendFile(project, '/jobs/uploads?collection=art', file, MEMBER);
    const { upload } = sent.body.data as { upload: string };
    const how = mode === 'insert' ? { mode } : { mode, key: keyOf(collection) };
    const body = { kind: 'import', collection, upload, ...how };
    const made = await project.ask('POST', '/jobs', body, MEMBER);
    if (made.status !== 200) return made.status;
    const job = await endOf(project, (made.body.data as { id: number }).id);
    return job.state === 'done' ? job.progress.refused : job.state;
  }

  it('changes and creates none of it by importing files', { timeout: 90_000 }, async () => {
    await importing('art', [{ title: 'so that there are tables of jobs' }], 'insert');
    const seen = (): Promise<unknown> =>
      Promise.all(
        ['users', 'roles', 'permissions', 'files', 'settings', 'webhooks', 'relations', 'folders'].map((name) =>
          project.read(`/${name}?limit=-1&fields=*&status=*`),
        ),
      );
    const before = await seen();
    const taken: unknown[] = [];
    const expectRefused = (found: unknown, count: number, what: unknown): void => {
      if (![401, 403, 404, 422, count].includes(found as number)) taken.push([found, what]);
    };
    for (const { collection, key, columns } of CLOSED) {
      const rows = columns.map((column) => ({ [keyOf(collection)]: key, [column]: valueFor(collection, column) }));
      for (const mode of ['update', 'upsert'] as const)
        expectRefused(await importing(collection, rows, mode), rows.length, [mode, collection, key]);
    }
    for (const [collection, row] of Object.entries(CREATED))
      expectRefused(await importing(collection, [row], 'insert'), 1, ['insert', collection]);
    expect(taken).toEqual([]);
    expect(await seen()).toEqual(before);
  });

  it('does none of it through the lists of users in roles', async () => {
    const changes = [...ADMINISTRATED, ...CREDENTIALS].map((name) => ({ [name]: valueFor('directus_users', name) }));
    await refuses([
      ...changes.map((change): Request => ['PATCH', '/roles/1', { users: [{ id: USERS.admin, ...change }] }]),
      ...changes.map(
        (change): Request => ['PATCH', `/roles/${ROLES.spare}`, { users: [{ id: USERS.editor, ...change }] }],
      ),
      ['PATCH', '/roles/1', { users: [USERS.member] }],
      ['PATCH', '/roles/1', { users: [personOf('mallory')] }],
      ['PATCH', `/roles/${ROLES.reader}`, { users: [{ id: USERS.admin }] }],
      ['PATCH', `/roles/${ROLES.reader}`, { users: [{ id: USERS.admin, $delete: true }] }],
      ['POST', '/roles', { name: 'Mallory', users: [USERS.admin] }],
      ['POST', '/roles', { name: 'Mallory', users: [{ ...personOf('mallory'), status: 'active' }] }],
    ]);
  });

  it('does none of it through SCIM', async () => {
    const { body } = await project.ask('GET', '/scim/v2/Users');
    const known = body.Resources as { id: string; userName: string }[];
    const idOf = (name: string): string => known.find(({ userName }) => userName === name)?.id ?? 'missing';
    const patch = (value: Payload): Payload => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value }],
    });
    const values = [{ userName: 'mallory@example.com' }, { password: 'Mallory-Secret-1' }, { active: false }];
    const requests = ['chief@example.com', 'editor@example.com'].flatMap((name): Request[] => {
      const path = `/scim/v2/Users/${idOf(name)}`;
      const whole = { userName: name, name: { givenName: 'M', familyName: 'M' }, timezone: 'UTC', active: true };
      return [
        ...values.map((value): Request => ['PATCH', path, patch(value)]),
        ...values.map((value): Request => ['PATCH', path, value]),
        ...values.map(
          (value): Request => ['PUT', path, { ...whole, emails: [{ value: value.userName ?? name }], ...value }],
        ),
        ['DELETE', path],
      ];
    });
    const person = { userName: 'mallory@example.com', name: { givenName: 'M', familyName: 'M' } };
    await refuses([
      ...requests,
      ['POST', '/scim/v2/Users', person],
      ['POST', '/scim/v2/Users', { ...person, active: true, password: 'Mallory-Secret-1' }],
      ['PATCH', '/scim/v2/Me', { active: false }],
    ]);
    const before = await project.digest();
    const bulk = requests.map(([method, path, data], index) => ({
      method,
      path: path.slice('/scim/v2'.length),
      data,
      bulkId: `b${index}`,
    }));
    const answer = await ask([
      'POST',
      '/scim/v2/Bulk',
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: bulk },
    ]);
    const done = answer.body.Operations as { status: string | number }[];
    expect(done.map(({ status }) => Number(status) >= 400)).toEqual(requests.map(() => true));
    expect(await project.digest()).toBe(before);
  });

  it('does none of it by restoring a revision', async () => {
    const snapshot = JSON.stringify({
      title: 'the door',
      one_users: { id: USERS.admin, email: 'mallory@example.com' },
    });
    const open = await project.opened();
    await open.database.transaction((connection) =>
      new TableRows(open.dialect, revisions).insert(connection, {
        id: 4711,
        activity: 1,
        collection: 'art',
        item: '1',
        data: snapshot,
        delta: '{}',
        parent_collection: null,
        parent_item: null,
        parent_changed: null,
      }),
    );
    await refuses([['PATCH', '/items/art/1/revert/4711']]);
  });

  it('cannot choose the URL, the type or the owner of a file, whatever the form', async () => {
    const shown = async (): Promise<unknown> =>
      (await project.ask('GET', '/files/2?fields=storage,type,uploaded_by,checksum,filesize,private_hash')).body.data;
    const before = await shown();
    const wanted = { storage: 's3', type: 'text/html', uploaded_by: USERS.member, checksum: 'x', filesize: 1 };
    for (const [name, value] of Object.entries(wanted))
      expect((await ask(['PATCH', '/files/2', { [name]: value }])).status).toBe(200);
    expect(await shown()).toEqual(before);
    const { private_hash: hash } = before as { private_hash: string };
    const form = new FormData();
    form.append('private_hash', hash);
    form.append('data', new Blob(['mine']), 'mine.txt');
    const sent = await fetch(`${server.base}/${project.key}/files`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${MEMBER}` },
    });
    const made = (await sent.json()) as { data: { id: number; private_hash: string } };
    expect(made.data.private_hash).not.toBe(hash);
    const json = await ask([
      'POST',
      '/files',
      { data: 'data:text/plain;base64,bWluZQ==', filename_download: 'm.txt', private_hash: hash },
    ]);
    expect(json.text).not.toContain(hash);
    const taken = await project.ask('PATCH', `/files/${made.data.id}`, { private_hash: hash });
    expect([taken.status, taken.body.error?.code]).toEqual([409, 204]);
    expect((await project.ask('PATCH', `/files/${made.data.id}`, { private_hash: 'newhash123456789' })).status).toBe(
      200,
    );
  });

  it("can still do what a role's permissions are for", async () => {
    const allowed: Request[] = [
      ['PATCH', '/users/me', { email: 'me@example.com', password: 'member-Secret-2', first_name: 'M' }],
      ['PATCH', `/users/${USERS.admin}`, { title: 'Chief' }],
      ['PATCH', `/users/${USERS.reader}`, { email: 'read@example.com', password: 'reader-Secret-2' }],
      ['PATCH', `/roles/${ROLES.spare}`, { description: 'Spare' }],
      ['POST', '/roles', { name: 'Another' }],
      ['PATCH', '/settings/7', { value: 'A note' }],
      ['PATCH', '/files/1', { title: 'One' }],
      [
        'POST',
        '/fields/art',
        { field: 'more', type: 'string', datatype: 'VARCHAR', length: 5, interface: 'text-input' },
      ],
      ['POST', '/activity/comment', { collection: 'art', item: 1, comment: 'Well done.' }],
      ['DELETE', `/users/${USERS.reader}`],
    ];
    for (const request of allowed) {
      const answer = await ask(request);
      expect([200, 204], `${JSON.stringify(request)}: ${answer.text}`).toContain(answer.status);
    }
  });
});

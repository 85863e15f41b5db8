import { beforeAll, describe, expect, it } from 'vitest';
import { type Asking, keyed } from '../support/api-keys.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered, TestProject } from '../support/project.ts';
import { viewing } from '../support/views.ts';
import {
  collections,
  DOOR,
  MEMBER,
  openEveryPath,
  pathsTo,
  personOf,
  type Request,
  ROLES,
  toOneOf,
  USERS,
} from './system-paths.ts';

const SECRET = 'zebra';

/** Owners of the keys: an administrator, and a role with all rights that permissions can grant. */
const OWNERS = [
  ['an administrator', 1],
  ['a role', USERS.member],
] as const;

/** Keys that only read, whatever the user may do. */
const READERS: readonly (readonly [title: string, user: number, ask: (project: TestProject) => Promise<Asking>])[] = [
  ...OWNERS.map(
    ([owner, user]) =>
      [
        `a key of ${owner} that only reads`,
        user,
        (project: TestProject) => keyed(project, { read_only: true }, user),
      ] as const,
  ),
  ['a view as a user', USERS.member, (project) => viewing(project, { user: USERS.member })],
  ['a view with a role', USERS.member, (project) => viewing(project, { role: ROLES.everything })],
];

const scim = (id: string, path: string, value: unknown): Request => [
  'PATCH',
  `/scim/v2/Users/${id}`,
  { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'replace', path, value }] },
];
const mutation = (text: string): Request => ['POST', '/gql', { query: `mutation { ${text} }` }];

/** Writes of all kinds, apart from those to rows of system collections. */
const WRITES: readonly Request[] = [
  ['POST', `/items/${DOOR}`, { title: 'new' }],
  ['POST', `/items/${DOOR}`, [{ title: 'new' }, { title: 'newer' }]],
  ['PATCH', `/items/${DOOR}/1`, { title: 'changed' }],
  ['PATCH', `/items/${DOOR}`, [{ id: 1, title: 'changed' }]],
  ['DELETE', `/items/${DOOR}/1`],
  ['PATCH', `/items/${DOOR}/1/revert/1`],
  ['POST', '/items/vault', { title: 'new' }],
  ['PATCH', '/items/vault/1', { title: 'changed' }],
  ['POST', '/collections', { collection: 'made', fields: [] }],
  ['PATCH', `/collections/${DOOR}`, { note: 'changed' }],
  ['DELETE', '/collections/vault'],
  ['POST', `/fields/${DOOR}`, { field: 'made', type: 'string', datatype: 'VARCHAR', length: 10 }],
  ['PATCH', `/fields/${DOOR}/title`, { note: 'changed' }],
  ['PATCH', `/fields/${DOOR}`, [{ field: 'title', note: 'changed' }]],
  ['DELETE', `/fields/${DOOR}/title`],
  ['POST', '/settings', { key: 'octavo_max_limit', value: '1' }],
  ['PATCH', '/settings', [{ id: 1, value: 'changed' }]],
  ['POST', '/files', { data: `data:text/plain;base64,${btoa('x')}`, filename_download: 'x.txt' }],
  ['PATCH', '/files/1', { title: 'changed' }],
  ['DELETE', '/files/1'],
  ['POST', '/activity/comment', { collection: DOOR, item: '1', comment: 'said' }],
  ['PATCH', '/activity/comment/1', { comment: 'said' }],
  ['DELETE', '/activity/comment/1'],
  ['POST', '/mail', { to: ['x@example.com'], subject: 'x', body: 'x' }],
  ['POST', '/users/invite', { email: 'x@example.com' }],
  ['PATCH', '/users/me/tracking/page', { last_page: '/x' }],
  ['POST', '/update'],
  ['POST', '/deliveries/1/replay'],
  ['POST', '/scim/v2/Users', { userName: 'x@example.com', name: { familyName: 'x', givenName: 'x' } }],
  ['POST', '/scim/v2/Groups', { displayName: 'x' }],
  scim('3', 'active', false),
  mutation(`create_${DOOR}(data: { title: "new" }) { id }`),
  mutation(`update_${DOOR}(ids: [1], set: { title: "new" }) { id }`),
  mutation(`delete_${DOOR}(ids: [1]) { id }`),
  ['POST', '/custom/anything', {}],
];

/** The ways to write system collections that are tested. */
const PATHS = ['the route of one', 'a changed item that brings it', 'GraphQL', 'a list of related items'];

/** What no API key may do, whatever its user may do. */
const NEVER: readonly Request[] = [
  ['GET', '/users/me/keys'],
  ['POST', '/users/me/keys', { name: 'another' }],
  ['PATCH', '/users/me/keys/1', { collections: null }],
  ['DELETE', '/users/me/keys/1'],
  ['GET', `/users/${USERS.reader}/keys`],
  ['POST', `/users/${USERS.reader}/keys`, { name: 'another' }],
  ['GET', '/auth/sessions'],
  ['POST', '/auth/logout/1'],
  ['POST', '/auth/logout/1/1'],
  ['POST', '/users/me/activate_2fa', { tfa_secret: 'JBSWY3DPEHPK3PXP', otp: '000000' }],
  ['POST', '/users/me/deactivate_2fa', { otp: '000000' }],
];

const OWN_IDENTITY: Readonly<Record<string, unknown>> = {
  email: 'mallory@example.com',
  password: 'Mallory-Secret-1',
  '2fa_secret': 'JBSWY3DPEHPK3PXP',
  token: 'a-token-that-mallory-knows',
  status: 'suspended',
  role: 1,
  external_id: 'mallory',
};

/** Reads of everything outside the scope of a key for one collection. */
const READS: readonly string[] = [
  '/items/vault',
  '/items/vault/1',
  '/items/vault?fields=id&meta=*',
  '/items/vault/1/revisions',
  '/items/vault?export=csv',
  '/users',
  '/users/me',
  `/users/${USERS.reader}`,
  '/users/me/revisions',
  '/roles',
  '/permissions',
  '/settings',
  '/settings/fields',
  '/webhooks',
  '/collection_presets',
  '/files',
  '/files/1',
  '/folders',
  '/activity',
  '/revisions',
  '/relations',
  '/collections',
  '/collections/vault',
  '/fields',
  '/fields/vault',
  '/fields/vault/title',
  '/deliveries',
  '/retention?keep_activity=1',
  '/scim/v2/Users',
  '/scim/v2/Groups',
  '/scim/v2/Me',
  ...['one_users', 'many_users'].flatMap((field) => [
    `/items/${DOOR}?fields=${field}.*`,
    `/items/${DOOR}?filter[${field}.email][like]=example`,
  ]),
  `/items/${DOOR}?fields=*.*.*`,
  `/items/${DOOR}?sort=one_users.email`,
  `/items/${DOOR}?filter[one_users.email][contains]=reader`,
];

/** Fields that no view shows, of any user. */
const CREDENTIALS = ['token', '2fa_secret', 'password_reset_token'];
const withoutCredentials = ({ body }: Answered): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (CREDENTIALS.includes(name) ? undefined : value)));
const isRefused = ({ status, body }: Answered): boolean => status >= 400 || Array.isArray(body.errors);

onEveryEngine(
  'API keys',
  ({ project }) => {
    beforeAll(async () => {
      await openEveryPath(project);
      await project.write('POST', '/items/vault', { title: SECRET });
      await project.write('PATCH', `/items/${DOOR}/1`, { [toOneOf('directus_users')]: USERS.reader });
      await project.write('PATCH', `/users/${USERS.reader}`, { first_name: SECRET, token: `${SECRET}-static-token` });
      await project.write('POST', '/activity/comment', { collection: 'vault', item: '1', comment: SECRET });
      await project.write('POST', '/settings', { key: 'own', value: SECRET });
      await project.write('PATCH', '/files/1', { title: SECRET });
    }, 60_000);

    /** Each way to each system collection once, alternating between a change, a new row and a removal. */
    const rowWrites = (): Request[] =>
      collections.flatMap((collection) => {
        const row = collection === 'directus_users' ? personOf('x') : { door: 1 };
        const paths = pathsTo(collection).filter(({ title }) => PATHS.includes(title));
        return paths.map((path, turn) => [path.change(1, row), path.create(row), path.remove(1)][turn % 3] as Request);
      });

    it.each(READERS)('%s writes nothing, on any path', { timeout: 60_000 }, async (_title, user, asking) => {
      const ask = await asking(project);
      const before = await project.digest();
      for (const [method, path, body] of [...WRITES, ...rowWrites()]) {
        const answer = await ask(method, path, body);
        expect(isRefused(answer), `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`).toBe(true);
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      }
      expect(await project.digest()).toBe(before);
      for (const path of [`/items/${DOOR}`, '/items/vault', '/users/me', '/settings', '/fields', '/collections'])
        expect([path, (await ask('GET', path)).status === 200], path).toEqual([
          path,
          user === 1 || path !== '/items/vault',
        ]);
    });

    describe.each(OWNERS)('of %s', (_owner, user) => {
      it('for one collection write nothing else, on any path', { timeout: 60_000 }, async () => {
        const all = ['create', 'read', 'update', 'delete'];
        const ask = await keyed(project, { collections: { [DOOR]: all } }, user);
        const foreign = WRITES.filter(
          ([, path, body]) =>
            !JSON.stringify([path, body]).includes(DOOR) ||
            path.startsWith('/activity') ||
            /^.(collections|fields)/.test(path),
        );
        const before = await project.digest();
        for (const [method, path, body] of [...foreign, ...rowWrites()]) {
          const answer = await ask(method, path, body);
          const said = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`;
          expect(isRefused(answer), said).toBe(true);
        }
        expect(await project.digest()).toBe(before);
        expect((await ask('PATCH', `/items/${DOOR}/1`, { title: 'changed' })).status).toBe(200);
      });

      it('for one collection read nothing else, on any path', async () => {
        const ask = await keyed(project, { collections: { [DOOR]: ['read'] } }, user);
        for (const path of READS) expect((await ask('GET', path)).text, path).not.toContain(SECRET);
        const tag = await ask('POST', '/gql', { query: `{ ${DOOR} { data { id one_users { first_name } } } }` });
        expect(tag.text).not.toContain(SECRET);
        const model = await ask('POST', '/gql', { query: '{ __schema { types { name } } }' });
        expect(model.text).not.toContain('vault');
        expect((await ask('GET', `/items/${DOOR}`)).status).toBe(200);
        const own = (await ask('GET', '/permissions/me')).body.data as {
          collection: string;
          read: string;
          update: string;
        }[];
        expect(own.map(({ collection, read, update }) => [collection, read, update])).toEqual([[DOOR, 'full', 'none']]);
      });

      it('do nothing to keys, sessions and second factors, whatever else they may do', async () => {
        for (const settings of [{}, { read_only: true }]) {
          const ask = await keyed(project, settings, user);
          for (const [method, path, body] of NEVER) {
            const { status, body: said } = await ask(method, path, body);
            expect([`${method} ${path}`, status, said.error?.code]).toEqual([`${method} ${path}`, 403, 10]);
          }
        }
      });

      it("change nothing about their user's identity", async () => {
        const ask = await keyed(project, {}, user);
        const before = await project.digest();
        const users = pathsTo('directus_users').filter(({ title }) => PATHS.includes(title));
        for (const [name, value] of Object.entries(OWN_IDENTITY))
          for (const path of users) {
            const [method, url, body] = path.change(user, { [name]: value });
            const answer = await ask(method, url, body);
            expect(isRefused(answer), `${path.title}: ${name}: ${answer.text}`).toBe(true);
          }
        for (const path of ['active', 'userName', 'externalId'])
          expect(
            isRefused(await ask(...scim(String(user), path, path === 'active' ? false : 'm@example.com'))),
            path,
          ).toBe(true);
        expect(await project.digest()).toBe(before);
      });

      it('find no other credentials', async () => {
        const ask = await keyed(project, {}, user);
        const token = `${SECRET}-static-token`;
        const list = `/users?filter[id]=${USERS.reader}`;
        const found = [
          await ask('GET', `/users/${USERS.reader}?fields=*`),
          await ask('GET', `${list}&fields=*,token,2fa_secret`),
          await ask('GET', `/users/${user}?fields=token`),
          await ask('GET', `/items/${DOOR}?fields=one_users.token`),
          await ask('GET', '/users?export=json&fields=id,token'),
          await ask('GET', '/revisions?filter[collection]=directus_users&limit=-1'),
          await ask('POST', '/gql', { query: `{ ${DOOR} { data { one_users { token } } } }` }),
        ];
        for (const { text } of found) {
          expect(text).not.toContain(token);
          expect(text).not.toContain(user === 1 ? 'tests-admin-token' : MEMBER);
        }
        expect((await ask('GET', `/users?filter[token][like]=${SECRET}`)).text).not.toContain(SECRET);
        expect((await ask('GET', `/users?filter[token][nnull]=1&meta=filter_count`)).status).toBeGreaterThanOrEqual(
          400,
        );
      });
    });

    it.each(READERS)('%s changes nothing on any existing route', async (_title, _user, asking) => {
      const { paths } = (await project.ask('GET', '/openapi.json?system=1')).body as unknown as {
        readonly paths: Readonly<Record<string, object>>;
      };
      const ask = await asking(project);
      const before = await project.digest();
      let asked = 0;
      for (const [path, operations] of Object.entries(paths))
        for (const method of ['post', 'put', 'patch', 'delete'].filter((each) => each in operations)) {
          const body = method === 'delete' ? undefined : {};
          const { status, text } = await ask(method.toUpperCase(), path.replace(/\{\w+\}/g, '1'), body);
          expect(status, `${method} ${path}: ${text}`).toBeLessThan(500);
          asked++;
        }
      expect(asked).toBeGreaterThan(80);
      expect(await project.digest()).toBe(before);
    });

    it('a view shows what the user sees, on every path', async () => {
      const ask = await viewing(project, { user: USERS.reader });
      const reader = await project.write<{ token: string }>('PATCH', `/users/${USERS.reader}`, {
        token: `${SECRET}-static-token`,
      });
      const question = { query: `{ ${DOOR} { data { id title one_users { first_name } } } }` };
      for (const path of READS.filter((each) => !each.startsWith('/scim'))) {
        const [seen, own] = [await ask('GET', path), await project.ask('GET', path, undefined, reader.token)];
        expect([path, seen.status, withoutCredentials(seen)]).toEqual([path, own.status, withoutCredentials(own)]);
      }
      expect((await ask('POST', '/gql', question)).body).toEqual(
        (await project.ask('POST', '/gql', question, reader.token)).body,
      );
      for (const path of ['/permissions/me', '/openapi.json', '/types.ts'])
        expect([path, (await ask('GET', path)).status]).toEqual([
          path,
          (await project.ask('GET', path, undefined, reader.token)).status,
        ]);
    });

    it('of an administrator do what administrators do, unless they are limited', async () => {
      const [whole, users] = [
        await keyed(project),
        await keyed(project, {
          collections: {
            directus_users: ['create', 'read', 'update', 'delete'],
            directus_roles: ['read', 'update'],
            directus_permissions: ['create', 'read'],
          },
        }),
      ];
      expect((await whole('POST', '/permissions', { collection: 'vault', role: 5, create: 'full' })).status).toBe(200);
      const attempts: readonly Request[] = [
        ['PATCH', `/users/${USERS.admin}`, { password: 'Mallory-Secret-1' }],
        ['PATCH', `/users/${USERS.admin}`, { token: 'a-token-that-mallory-knows' }],
        ['PATCH', `/users/${USERS.reader}`, { role: 1 }],
        ['POST', '/users', { ...personOf('mallory'), status: 'active', role: 1 }],
        ['PATCH', '/roles/3', { name: 'x' }],
        ['POST', '/permissions', { collection: 'vault', role: 3, create: 'full' }],
      ];
      const before = await project.digest();
      for (const [method, path, body] of attempts)
        expect((await users(method, path, body)).status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(await project.digest()).toBe(before);
      expect((await users('PATCH', `/users/${USERS.reader}`, { last_name: 'Changed' })).status).toBe(200);
    });

    it('can read only what they may read, in plain reads', async () => {
      const ask: Asking = await keyed(project, { collections: { vault: ['read'] } }, 1);
      expect((await ask('GET', '/items/vault?filter[title][eq]=zebra&meta=filter_count')).body.data).toHaveLength(1);
    });
  },
  { timeout: 60_000 },
);

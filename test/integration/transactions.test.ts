import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { serverContext } from '../../src/persistence/context.ts';
import { inTransaction } from '../../src/persistence/in-transaction.ts';
import { countRows } from '../../src/persistence/read/count.ts';
import { committed } from '../../src/persistence/source.ts';
import { collectionOf } from '../../src/schema/schema.ts';
import { id, text, toOne } from '../support/fields.ts';
import { imported } from '../support/imports.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { addPlants, MEMBER } from '../support/plants.ts';
import type { Payload } from '../support/project.ts';
import { ScimClient } from '../support/scim-client.ts';
import { addPerson, PEOPLE } from '../support/signing-in.ts';
import { Browser } from '../support/sso/browser.ts';
import { outcome, signOn } from '../support/sso/signed-on.ts';
import { type StubProvider, startStubProvider } from '../support/sso/stub-provider.ts';
import { TransactionWatch } from '../support/transaction-watch.ts';

/** Hooks that read and write within a transaction. */
const HOOKS = `
  const tags = (context) => context.items('tags', { as: 'server' });
  export const filters = {
    'item.create.plants:before': async (data, context) => {
      await tags(context).read({ limit: 1 });
      return { ...data, ...(data.name && { name: data.name.trim() }) };
    },
  };
  export const actions = {
    'item.create.plants:before': async (data, context) => void (await tags(context).create({ name: 'hooked' })),
  };
`;

onEveryEngine(
  'a transaction',
  ({ server, project, prepare }) => {
    let provider: StubProvider;
    let watch: TransactionWatch;
    let scim: ScimClient;
    let member: number;

    prepare(async () => {
      provider = await startStubProvider();
      provider.person = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };
      const acme = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough', issuer: provider.base };
      return {
        server: { allowHosts: ['127.0.0.1'], watchExtensions: true },
        project: { auth: { social_providers: { acme } } },
      };
    });
    beforeAll(async () => {
      member = await addPlants(project);
      await addPerson(project, 'erin');
      scim = new ScimClient(project);
      await scim.open();
    });
    afterAll(() => provider.stop());
    beforeEach(async () => {
      watch = new TransactionWatch((await project.opened()).database);
      return () => watch.stop();
    });

    const plants = (): Promise<{ id: number }[]> => project.read('/items/plants?fields=id&limit=-1');
    const lastPlant = async (): Promise<number> => (await plants()).at(-1)?.id ?? 0;
    const users = (email: string): Promise<{ id: number }[]> =>
      project.read(`/users?status=*&fields=id&filter[email][contains]=${email}`);
    const person = (name: string): Payload => ({
      ...{ first_name: name, last_name: 'Example', email: `${name}@example.com`, password: 'Some-Secret-1' },
      ...{ role: member, status: 'active' },
    });
    const asMember = async (method: string, path: string, body?: unknown): Promise<void> => {
      const { status, text: answer } = await project.ask(method, path, body, MEMBER);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer}`);
    };
    const scimUser = async (): Promise<string> => (await scim.user(`scim${process.hrtime.bigint()}@example.com`)).id;

    const cases: readonly [what: string, work: () => Promise<unknown>][] = [
      ['an item', () => project.write('POST', '/items/plants', { name: 'Oak', code: 'oak' })],
      [
        'nested items',
        () =>
          project.write('POST', '/items/plants', {
            name: 'Ash',
            bed: { name: 'north' },
            leaves: [{ name: 'a' }, { name: 'b', plant: { name: 'Elm' } }],
            tags: [{ tag: { name: 'new' } }],
          }),
      ],
      [
        'many items',
        () =>
          project.write(
            'POST',
            '/items/tags',
            Array.from({ length: 20 }, (_, index) => ({ name: `tag ${index}` })),
          ),
      ],
      ['an item of a member', () => asMember('POST', '/items/plants', { name: 'Yew', leaves: [{ name: 'c' }] })],
      [
        'changes',
        async () => {
          const key = await lastPlant();
          await asMember('PATCH', `/items/plants/${key}`, {
            name: 'Fir',
            bed: { name: 'south' },
            leaves: [{ name: 'd' }],
          });
          await project.write('PATCH', '/items/plants', [{ id: key, name: 'Larch' }]);
          await asMember('PATCH', `/items/plants/${key}`, { status: 'draft' });
        },
      ],
      [
        'a revert',
        async () => {
          const key = await lastPlant();
          const [first] = await project.read<{ id: number }[]>(`/items/plants/${key}/revisions?fields=id`);
          await project.write('PATCH', `/items/plants/${key}/revert/${first?.id}`);
        },
      ],
      [
        'a mutation of GraphQL',
        async () => {
          const { body } = await project.query('mutation { create_plants(items: [{ name: "Fig" }]) { id } }', MEMBER);
          expect(body.errors).toBeUndefined();
        },
      ],
      ['a removal', async () => project.write('DELETE', `/items/plants/${await lastPlant()}`)],
      [
        'a comment',
        async () => {
          const comment = { collection: 'plants', item: await lastPlant(), comment: 'fine' };
          const { id: key } = await project.write<{ id: number }>('POST', '/activity/comment', comment);
          await project.write('PATCH', `/activity/comment/${key}`, { comment: 'finer' });
          await project.write('DELETE', `/activity/comment/${key}`);
        },
      ],
      [
        'a user, and what becomes of it',
        async () => {
          const { id: key } = await project.write<{ id: number }>('POST', '/users', person('una'));
          await project.write('PATCH', `/users/${key}`, { email: 'other@example.com', status: 'suspended' });
          await project.write('DELETE', `/users/${key}`);
        },
      ],
      [
        'users of whom two have one address',
        async () => {
          const twins = ['Twin@example.com', 'twin@example.com'].map((email) => ({ ...person('twin'), email }));
          const { status: answered, body } = await project.ask('POST', '/users', twins);
          expect([answered, body.error?.code, await users('win@example.com')]).toEqual([409, 204, []]);
        },
      ],
      [
        'an invitation',
        () => project.write('POST', '/users/invite', { email: ['guest@example.com', 'GUEST@example.com'] }),
      ],
      [
        'a request for a new password',
        () => project.ask('POST', '/auth/password/request', { email: PEOPLE.erin.email }),
      ],
      [
        'a sign-in',
        async () => {
          const answer = await project.ask('POST', '/auth/authenticate', PEOPLE.erin, null);
          expect(answer.status).toBe(200);
          await project.ask('POST', '/auth/authenticate', { ...PEOPLE.erin, password: 'wrong' }, null);
        },
      ],
      [
        'single sign-on',
        async () => expect(await outcome(await signOn(new Browser(), server, project, 'acme', 'cookie'))).toEqual({}),
      ],
      [
        'a user of an identity provider',
        async () => {
          const key = await scimUser();
          await scim.patch(`/Users/${key}`, { op: 'replace', path: 'active', value: false });
          await scim.ask('DELETE', `/Users/${key}`);
        },
      ],
      [
        'a group of an identity provider',
        async () => {
          const key = await scimUser();
          const group = await scim.group(`group ${key}`, [key]);
          await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: `renamed ${key}` });
          await scim.ask('DELETE', `/Groups/${group.id}`);
        },
      ],
      [
        'a file',
        async () => {
          const sent = { filename_download: 'a.txt', data: Buffer.from('text').toString('base64') };
          const { id: key } = await project.write<{ id: number }>('POST', '/files', sent);
          await project.write('PATCH', `/files/${key}`, {
            title: 'Other',
            data: Buffer.from('more').toString('base64'),
          });
          await project.write('DELETE', `/files/${key}`);
        },
      ],
      [
        'a role with its permissions',
        async () => {
          const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Guest' });
          const permission = { collection: 'plants', role, read: 'full' };
          const { id: key } = await project.write<{ id: number }>('POST', '/permissions', permission);
          await project.write('PATCH', `/permissions/${key}`, { read: 'mine' });
          await project.write('DELETE', `/permissions/${key}`);
          await project.write('DELETE', `/roles/${role}`);
        },
      ],
      [
        'a setting',
        async () => {
          const [setting] = await project.read<{ id: number }[]>('/settings?filter[key]=project_name&fields=id');
          await project.write('PATCH', `/settings/${setting?.id}`, { value: 'Garden' });
        },
      ],
      [
        'a collection, its fields and a relation',
        async () => {
          await project.write('POST', '/collections', { collection: 'birds', fields: [id, text('name')] });
          await project.write('POST', '/fields/birds', toOne('plant'));
          const relation = { collection_many: 'birds', field_many: 'plant', collection_one: 'plants' };
          const { id: key } = await project.write<{ id: number }>('POST', '/relations', relation);
          await project.write('PATCH', '/fields/birds/name', { length: 120 });
          await project.write('DELETE', `/relations/${key}`);
          await project.write('DELETE', '/fields/birds/plant');
          await project.write('DELETE', '/collections/birds');
        },
      ],
      [
        'a request that comes again',
        async () => {
          const post = (): Promise<Response> =>
            project.fetch('POST', '/items/tags', { name: 'once' }, { 'Idempotency-Key': 'again' });
          expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
        },
      ],
      [
        'a change that names the state it has seen',
        async () => {
          const path = `/items/plants/${await lastPlant()}`;
          const etag = (await project.fetch('GET', path)).headers.get('etag') ?? '';
          expect((await project.fetch('PATCH', path, { name: 'Seen' }, { 'If-Match': etag })).status).toBe(200);
        },
      ],
      [
        'an import',
        async () => {
          const lines = '{"name": "one"}\n{"name": "two"}\n{"nothing": 1}\n';
          expect((await imported(project, lines, { collection: 'tags' })).result).toMatchObject({ created: 2 });
        },
      ],
      [
        'an item with hooks',
        async () => {
          const hooks = join(server.data, 'extensions', 'projects', project.key, 'hooks');
          mkdirSync(hooks, { recursive: true });
          writeFileSync(join(hooks, 'reading.mjs'), HOOKS);
          const ash = await project.write('POST', '/items/plants', { name: ' Ash ', leaves: [{ name: 'a' }] });
          expect(ash).toMatchObject({ name: 'Ash' });
          expect(await project.read('/items/tags?filter[name]=hooked&single=1')).toMatchObject({ name: 'hooked' });
        },
      ],
    ];

    it.each(cases)('of %s reads nothing outside it', async (_what, work) => {
      await work();
      expect(watch.outside).toEqual([]);
      expect(watch.opened).toBeGreaterThan(0);
    });

    it('is monitored: a read outside it is detected', async () => {
      const context = serverContext(await project.opened());
      const tags = collectionOf(context.store.catalog.schema, 'tags');
      await inTransaction(context, (tx) => countRows(tx, tags, {}));
      expect(watch.outside).toEqual([]);
      await inTransaction(context, () => countRows(committed(context), tags, {}));
      expect(watch.outside).toHaveLength(1);
      await countRows(committed(context), tags, {});
      expect(watch.outside).toHaveLength(1);
    });
  },
  { timeout: 60_000 },
);

import { beforeAll, describe, expect, it } from 'vitest';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { addThings } from './things.ts';

/** Values, as JSON, that harm code which converts, copies or traverses them carelessly. */
const HOSTILE = [
  '{"toString":1}',
  '{"valueOf":{},"toJSON":1,"length":1000000000}',
  '{"__proto__":{"id":1},"constructor":{"prototype":{}}}',
  '[[]]',
  '[{"toString":1}]',
  '[null]',
  '1e999',
  '"\\u0000"',
  '"\\ud800"',
];

const FIELDS = '["id","title"]';
/** Requests with the names of the fields that take hostile values; the public sends those marked with `!`. */
const BODIES: readonly (readonly [string, string, readonly string[]])[] = [
  ['POST!', '/auth/authenticate', ['email', 'password', 'mode', 'otp']],
  ['POST!', '/auth/refresh', ['token']],
  ['POST!', '/auth/password/request', ['email', 'reset_url']],
  ['POST!', '/auth/password/reset', ['token', 'password']],
  ['POST!', '/auth/logout', ['x']],
  ['POST!', '/auth/sso/access_token', ['request_token']],
  ['POST!', '/utils/hash', ['string', 'hasher', 'options']],
  ['POST!', '/utils/hash/match', ['string', 'hash', 'hasher', 'options']],
  ['POST!', '/utils/random/string', ['length']],
  ['POST!', '/items/things', ['title', 'access_token']],
  ['POST!', '/gql', ['query', 'variables', 'operationName']],
  ['POST', '/gql', ['query', 'variables', 'operationName']],
  [
    'POST',
    '/items/things',
    [
      'id',
      'title',
      'status',
      'parent',
      'children',
      'extra',
      'words',
      'secret',
      'day',
      'done',
      'price',
      'location',
      'lang',
    ],
  ],
  [
    'PATCH',
    '/items/things/1',
    [
      'id',
      'title',
      'status',
      'parent',
      'children',
      'extra',
      'words',
      'secret',
      'day',
      'done',
      'price',
      'location',
      'lang',
    ],
  ],
  ['PATCH', '/items/things', ['id', 'title']],
  ['POST', '/collections', ['collection', 'fields', 'note', 'hidden', 'managed', 'single', 'translation', 'icon']],
  ['PATCH', '/collections/things', ['fields', 'note', 'hidden', 'translation', 'collection']],
  [
    'POST',
    '/fields/things',
    [
      'field',
      'type',
      'interface',
      'datatype',
      'length',
      'default_value',
      'options',
      'validation',
      'required',
      'unique',
      'signed',
      'note',
      'translation',
      'sort',
      'width',
      'primary_key',
      'auto_increment',
    ],
  ],
  [
    'PATCH',
    '/fields/things/title',
    [
      'field',
      'type',
      'interface',
      'datatype',
      'length',
      'default_value',
      'options',
      'validation',
      'required',
      'unique',
      'note',
      'translation',
      'width',
    ],
  ],
  ['PATCH', '/fields/things', ['field', 'type']],
  ['POST', '/relations', ['collection_many', 'field_many', 'collection_one', 'field_one', 'junction_field']],
  [
    'POST',
    '/users',
    ['email', 'password', 'role', 'status', 'token', 'first_name', 'avatar', 'locale_options', '2fa_secret'],
  ],
  ['PATCH', '/users/1', ['first_name', 'avatar', 'locale_options', 'email_notifications', 'theme', 'timezone']],
  ['POST', '/users/invite', ['email', 'role', 'invite_url']],
  ['POST', '/users/1/activate_2fa', ['2fa_secret', 'otp']],
  ['PATCH', '/users/1/tracking/page', ['last_page']],
  ['POST', '/roles', ['name', 'ip_whitelist', 'users', 'nav_override', 'enforce_2fa', 'module_listing']],
  ['PATCH', '/roles/2', ['description', 'ip_whitelist', 'users', 'enforce_2fa']],
  [
    'POST',
    '/permissions',
    ['collection', 'role', 'create', 'read', 'status', 'status_blacklist', 'read_field_blacklist'],
  ],
  ['POST', '/settings', ['key', 'value']],
  ['PATCH', '/settings/1', ['value']],
  ['POST', '/folders', ['name', 'parent_folder']],
  [
    'POST',
    '/files',
    ['data', 'filename_disk', 'filename_download', 'title', 'tags', 'folder', 'metadata', 'location', 'type'],
  ],
  ['PATCH', '/files/1', ['data', 'filename_disk', 'title', 'tags', 'folder', 'metadata']],
  ['POST', '/collection_presets', ['collection', 'title', 'user', 'role', 'filters', 'view_query', 'view_options']],
  ['POST', '/webhooks', ['status', 'http_action', 'url', 'collection', 'directus_action']],
  ['POST', '/activity/comment', ['collection', 'item', 'comment']],
  ['PATCH', '/activity/comment/1', ['comment']],
  ['POST', '/mail', ['to', 'subject', 'body', 'type', 'data', 'use_default_email']],
  ['POST', '/items/things/1/revert/1', ['x']],
  ['PATCH', '/items/things/1/revert/1', ['x']],
  [
    'POST',
    '/scim/v2/Users',
    ['schemas', 'userName', 'externalId', 'emails', 'name', 'active', 'password', 'groups', 'id', 'preferredLanguage'],
  ],
  ['PUT', '/scim/v2/Users/1', ['userName', 'emails', 'name', 'active']],
  ['PATCH', '/scim/v2/Users/1', ['schemas', 'Operations', 'userName', 'emails']],
  ['POST', '/scim/v2/Groups', ['displayName', 'members', 'externalId', 'id']],
  ['PATCH', '/scim/v2/Groups/2', ['Operations', 'members', 'displayName']],
  ['POST', '/scim/v2/Bulk', ['Operations', 'failOnErrors', 'schemas']],
  ['POST', '/scim/v2/Users/.search', ['filter', 'startIndex', 'count', 'sortBy', 'attributes']],
];
/** What has to accompany a hostile value for the server to look at it. */
const COMPANIONS: Readonly<Record<string, string>> = {
  '/auth/authenticate': '"email":"admin@example.com","password":"x"',
  '/auth/password/request': '"email":"admin@example.com"',
  '/auth/password/reset': '"token":"x","password":"x"',
  '/utils/hash': '"string":"x"',
  '/utils/hash/match': '"string":"x","hash":"x"',
  '/gql': '"query":"{ things { data { id } } }"',
  '/collections': `"collection":"hostile","fields":${FIELDS}`,
  '/fields/things': '"field":"hostile","type":"string","interface":"text-input","datatype":"VARCHAR","length":20',
  '/relations': '"collection_many":"things","field_many":"parent","collection_one":"things","field_one":"hostile"',
  '/users': '"email":"hostile@example.com","password":"Secret-Secret-1"',
  '/roles': '"name":"hostile"',
  '/permissions': '"collection":"things","role":2',
  '/settings': '"key":"hostile","value":"x"',
  '/folders': '"name":"hostile"',
  '/files': '"data":"eA==","filename_disk":"a.txt"',
  '/webhooks':
    '"url":"https://example.com/","collection":"things","directus_action":"item.create:after","http_action":"post"',
  '/activity/comment': '"collection":"things","item":"1","comment":"x"',
  '/mail': '"to":["admin@example.com"],"body":"x"',
  '/users/1/activate_2fa': '"2fa_secret":"x","otp":"123456"',
  '/scim/v2/Users': '"schemas":[],"userName":"hostile@example.com"',
  '/scim/v2/Groups': '"displayName":"hostile"',
};
/** Fields that lie deeper in each body. */
const DEEPER: readonly (readonly [string, string, string])[] = [
  ['POST', '/items/things', '{"children":[<>]}'],
  ['POST', '/items/things', '{"children":[{"id":<>}]}'],
  ['POST', '/items/things', '{"children":[{"id":<>,"$delete":true}]}'],
  ['POST', '/items/things', '{"parent":{"id":<>}}'],
  ['POST', '/items/things', '{"parent":{"id":<>,"$delete":true}}'],
  ['POST', '/items/things', '{"parent":{"title":<>}}'],
  ['POST', '/items/things', '[{"title":<>},{"id":<>}]'],
  ['POST', '/items/things', '<>'],
  ['PATCH', '/items/things', '[{"id":<>,"title":"x"}]'],
  ['POST', '/permissions', '[<>]'],
  ['POST', '/collections', '{"collection":"hostile","fields":[<>]}'],
  ['POST', '/collections', '{"collection":"hostile","fields":[{"field":<>,"type":<>}]}'],
  [
    'POST',
    '/collections',
    '{"collection":"hostile","fields":[{"field":"id","type":"integer","datatype":<>,"length":<>}]}',
  ],
  ['PATCH', '/collections/things', '{"fields":[{"field":<>}]}'],
  ['PATCH', '/fields/things', '[{"field":<>}]'],
  [
    'POST',
    '/fields/things',
    '{"field":"hostile","type":"status","datatype":"VARCHAR","length":20,"options":{"status_mapping":<>}}',
  ],
  ['POST', '/users', '[{"email":<>}]'],
  ['POST', '/users/invite', '{"email":[<>]}'],
  ['POST', '/mail', '{"to":[<>],"body":"x"}'],
  ['POST', '/mail', '{"to":["admin@example.com"],"body":"{{x}}","data":{"x":<>}}'],
  ['PATCH', '/scim/v2/Users/1', '{"Operations":[{"op":<>,"path":<>,"value":<>}]}'],
  ['PATCH', '/scim/v2/Users/1', '{"Operations":[{"op":"replace","path":"name.givenName","value":<>}]}'],
  ['PATCH', '/scim/v2/Users/1', '{"Operations":[{"op":"add","value":<>}]}'],
  ['PATCH', '/scim/v2/Groups/2', '{"Operations":[{"op":"add","path":"members","value":[{"value":<>}]}]}'],
  ['POST', '/scim/v2/Bulk', '{"Operations":[<>]}'],
  ['POST', '/scim/v2/Bulk', '{"Operations":[{"method":<>,"path":<>,"bulkId":<>,"data":<>}]}'],
  ['POST', '/scim/v2/Bulk', '{"Operations":[{"method":"POST","path":"/Users","bulkId":<>,"data":<>}]}'],
  ['POST', '/gql', '{"query":"query($x: Int) { things(limit: $x) { data { id } } }","variables":{"x":<>}}'],
  ['POST', '/gql', '{"query":"mutation($x: JSON) { x }","variables":<>}'],
];
const SERVER = [
  'project',
  'super_admin_token',
  'db_name',
  'db_user',
  'db_host',
  'db_port',
  'db_type',
  'db_password',
  'user_email',
  'user_password',
  'user_token',
  'project_name',
  'mail',
  'cors',
  'storage',
  'cache',
  'auth',
  'rate_limit',
  'timezone',
  'cookie',
];
const PARAMETERS = [
  'filter',
  'fields',
  'sort',
  'limit',
  'offset',
  'page',
  'single',
  'status',
  'q',
  'meta',
  'lang',
  'access_token',
  'comment',
  'activity_skip',
  'groups',
  'mode',
  'redirect_url',
  'super_admin_token',
  'after',
  'before',
  'export',
  'project',
  'key',
  'w',
  'h',
  'f',
  'startIndex',
  'count',
  'sortBy',
  'sortOrder',
  'attributes',
  'single',
];
const TEXTS = ['[toString]=1', '[][]=1', '[__proto__][id]=1', '=1e999', '=%00', '=%ED%A0%80'];
const PLACES = [
  '/items/things',
  '/items/things/1',
  '/users',
  '/files',
  '/revisions',
  '/fields',
  '/assets/x',
  '/auth/sso/google',
  '/scim/v2/Users',
];

const field = (name: string, type: string, datatype: string) => ({ field: name, type, datatype });
const mapping = { status_mapping: { draft: { name: 'Draft' }, deleted: { name: 'Deleted', soft_delete: true } } };
const THINGS = {
  collection: 'things',
  fields: [
    id,
    text('title'),
    { ...field('status', 'status', 'VARCHAR'), length: 20, options: mapping },
    toOne('parent'),
    toMany('children'),
    field('extra', 'json', 'TEXT'),
    field('words', 'array', 'TEXT'),
    { ...field('secret', 'hash', 'VARCHAR'), length: 100 },
    field('day', 'date', 'DATE'),
    { ...field('done', 'boolean', 'TINYINT'), length: 1 },
    { ...field('price', 'decimal', 'DECIMAL'), length: '8,2' },
    { ...field('location', 'json', 'TEXT') },
    text('lang'),
  ],
};

type Asked = readonly [method: string, path: string, body: string | undefined];

onEveryEngine(
  'a value of any form is answered as a request, not as a fault,',
  ({ engine, project }) => {
    beforeAll(async () => {
      await addThings(project, THINGS, {
        title: 'One',
        status: 'draft',
        children: [{ title: 'Two', status: 'draft' }],
      });
      await project.ask('POST', '/files', { data: 'eA==', filename_disk: 'one.txt' });
      await project.ask('POST', '/permissions', { role: 2, collection: 'things', create: 'full', read: 'full' });
    });

    /** The requests that were answered with a server error, except for missing providers. */
    async function faults(requests: Iterable<Asked>): Promise<string[]> {
      const found: string[] = [];
      const next = requests[Symbol.iterator]();
      const worker = async (): Promise<void> => {
        for (let { value, done } = next.next(); !done; { value, done } = next.next()) {
          const [method, path, body] = value as Asked;
          const token = method.endsWith('!') ? null : undefined;
          const { status, text: answer } = await project.ask(method.replace('!', ''), path, body, token);
          if (status >= 500) found.push(`${status} ${method} ${path} ${body?.slice(0, 150)}: ${answer.slice(0, 100)}`);
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
      return found;
    }

    it('in every field of every body', async () => {
      const fields = BODIES.flatMap(([method, path, names]) => names.map((name) => [method, path, name] as const));
      const requests = fields.flatMap(([method, path, name], index) => {
        const companions = method.startsWith('POST') && COMPANIONS[path] ? `${COMPANIONS[path]},` : '';
        // Values that are rejected before the database is used are rejected alike on every engine.
        const values = HOSTILE.filter((_, place) => engine === 'sqlite' || (index + place) % 3 === 0);
        return values.map((value) => [method, path, `{${companions}"${name}":${value}}`] as const);
      });
      expect(await faults(requests)).toEqual([]);
    });

    it('deeper in bodies, and as bodies', async () => {
      const deeper = DEEPER.flatMap(([method, path, body]) =>
        HOSTILE.map((value) => [method, path, body.replaceAll('<>', () => value)] as const),
      );
      const whole = BODIES.flatMap(([method, path]) => HOSTILE.map((value) => [method, path, value] as const));
      expect(await faults([...deeper, ...whole])).toEqual([]);
    });

    it('in query parameters', async () => {
      const requests = PLACES.flatMap((path) =>
        PARAMETERS.flatMap((name) => TEXTS.map((rest) => ['GET', `${path}?${name}${rest}`, undefined] as const)),
      );
      expect(await faults(requests)).toEqual([]);
    });
  },
  { timeout: 240_000 },
);

describe('the body that creates a project', () => {
  it('may hold any value in any field', async () => {
    const server = await startServer();
    const companions = `"project":"hostile","super_admin_token":"${SUPER_ADMIN_TOKEN}","user_email":"a@example.com","user_password":"Secret-Secret-1","db_name":"hostile","db_user":"x"`;
    const found: string[] = [];
    for (const name of SERVER) {
      for (const value of HOSTILE) {
        const body = `{${companions},"${name}":${value}}`;
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch(`${server.base}/server/projects`, { method: 'POST', headers, body });
        if (answer.status >= 500)
          found.push(`${answer.status} ${name} ${value}: ${(await answer.text()).slice(0, 100)}`);
        else if (answer.ok)
          await fetch(`${server.base}/server/projects/hostile?super_admin_token=${SUPER_ADMIN_TOKEN}`, {
            method: 'DELETE',
          });
      }
    }
    await server.stop();
    expect(found).toEqual([]);
  }, 120_000);
});

import { beforeAll, describe, expect, it } from 'vitest';
import { id, integer, status, text, toMany, toOne } from '../../support/fields.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

/** A word that occurs in everything that is hidden from the role, and so in none of its documents. */
const HIDDEN = 'zebra';
const READER = 'the-token-of-the-reader';

const statuses = {
  status_mapping: { open: { name: 'Open' }, [HIDDEN]: { name: `${HIDDEN} label` } },
};
const collections: readonly Payload[] = [
  {
    collection: 'notes',
    note: 'Notes of everybody',
    fields: [
      id,
      { ...status, default_value: HIDDEN, options: statuses },
      text('title', { note: 'A title' }),
      text(`${HIDDEN}_field`, { note: `${HIDDEN} note` }),
      text('mood', { interface: 'dropdown', options: { choices: { calm: 'Calm' } } }),
      toOne('vault'),
      toMany(`${HIDDEN}_list`),
      toMany('lines'),
    ],
  },
  { collection: `${HIDDEN}_vaults`, note: `${HIDDEN} note`, fields: [id, text('word')] },
  { collection: `${HIDDEN}_parts`, fields: [id, toOne('note')] },
  { collection: 'lines', fields: [id, toOne(`${HIDDEN}_note`), text('body')] },
  { collection: 'wishes', note: 'Create only', fields: [id, text('wish', { required: true }), integer('rank')] },
];
const relations: readonly Payload[] = [
  { collection_many: 'notes', field_many: 'vault', collection_one: `${HIDDEN}_vaults` },
  { collection_many: `${HIDDEN}_parts`, field_many: 'note', collection_one: 'notes', field_one: `${HIDDEN}_list` },
  { collection_many: 'lines', field_many: `${HIDDEN}_note`, collection_one: 'notes', field_one: 'lines' },
];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Payload }>> };
}

const { project } = harnessOn('sqlite');
let role = 0;

beforeAll(async () => {
  for (const collection of collections) await project.write('POST', '/collections', collection);
  for (const relation of relations) await project.write('POST', '/relations', relation);
  role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Reader' })).id;
  const reader = { first_name: 'R', last_name: 'R', email: 'r@example.com', password: 'Reader-1', status: 'active' };
  await project.write('POST', '/users', { ...reader, role, token: READER });
  const row = (collection: string, more: Payload): Promise<unknown> =>
    project.write('POST', '/permissions', { role, collection, ...more });
  await row('notes', {
    status: 'open',
    read: 'full',
    create: 'full',
    read_field_blacklist: [`${HIDDEN}_field`],
  });
  await row('lines', { read: 'full', update: 'mine', read_field_blacklist: [`${HIDDEN}_note`] });
  await row('wishes', { create: 'full' });
});

const documentFor = async (path: string, token: string | null): Promise<Document> =>
  (await project.ask('GET', path, undefined, token)).body as unknown as Document;

describe('the OpenAPI document of a role', () => {
  it.each(['/openapi.json', '/openapi.json?system=1'])('has nothing that permissions hide: %s', async (path) => {
    const text = JSON.stringify(await documentFor(path, READER));
    expect(text).toContain('wishes');
    expect(text.match(new RegExp(`.{60}${HIDDEN}.{20}`, 'g')) ?? []).toEqual([]);
    expect(JSON.stringify(await documentFor(path, 'tests-admin-token'))).toContain(HIDDEN);
  });

  it('has the actions that the role may perform, and no others', async () => {
    const { paths } = await documentFor('/openapi.json', READER);
    const actions = Object.entries(paths)
      .filter(([path]) => path.startsWith('/items/'))
      .map(([path, operations]) => `${path}: ${Object.keys(operations).join(' ')}`);
    expect(actions.filter((line) => !line.includes('revisions') && !line.includes('revert'))).toEqual([
      '/items/notes: get post',
      '/items/notes/{id}: get',
      '/items/lines: get',
      '/items/lines/{id}: get',
      '/items/wishes: post',
    ]);
  });

  it('has the fields in the forms in which the role uses them', async () => {
    const { schemas } = (await documentFor('/openapi.json', READER)).components;
    expect(Object.keys(schemas.notes?.properties ?? {})).toEqual(['id', 'status', 'title', 'mood', 'vault']);
    expect(schemas.notes?.properties).toMatchObject({
      status: { enum: ['open', null] },
      vault: { type: ['integer', 'null'] },
    });
    expect(Object.keys(schemas['wishes.create']?.properties ?? {})).toEqual(['id', 'wish', 'rank']);
    expect(schemas.wishes).toBeUndefined();
    expect(schemas['notes.update']).toBeUndefined();
  });

  it('has no route that only administrators may use', async () => {
    const { paths } = await documentFor('/openapi.json?system=1', READER);
    for (const path of ['/webhooks', '/update', '/deliveries', '/retention']) expect(paths).not.toHaveProperty(path);
    expect(paths).toHaveProperty('/auth/authenticate');
    expect(paths).toHaveProperty(['/users/{id}', 'get']);
    expect(paths).not.toHaveProperty(['/roles', 'post']);
  });

  it('has secrets of users where they are sent, but not where they are read', async () => {
    const { schemas } = (await documentFor('/openapi.json', 'tests-admin-token')).components;
    expect(schemas.directus_users?.properties).not.toHaveProperty('password');
    expect(schemas['directus_users.create']?.properties).toHaveProperty('password');
  });
});

describe('callers without a token', () => {
  it('are refused, unless the project says otherwise', async () => {
    expect(await project.ask('GET', '/openapi.json', undefined, null)).toMatchObject({
      status: 401,
      body: { error: { code: 108 } },
    });
    await project.write('POST', '/settings', { key: 'octavo_public_schema', value: '1' });
    await project.write('POST', '/permissions', {
      role: 2,
      collection: 'lines',
      read: 'full',
      read_field_blacklist: [`${HIDDEN}_note`],
    });
    const answer = await project.ask('GET', '/openapi.json', undefined, null);
    expect(answer.status).toBe(200);
    const { paths } = answer.body as unknown as Document;
    expect(Object.keys(paths).filter((path) => path.startsWith('/items/'))).toEqual([
      '/items/lines',
      '/items/lines/{id}',
    ]);
    expect(answer.text).not.toContain(HIDDEN);
  });
});

describe('a cached document', () => {
  const tagOf = async (tag?: string): Promise<readonly [number, string | null]> => {
    const { status, headers } = await project.fetch(
      'GET',
      '/openapi.json',
      undefined,
      tag ? { 'If-None-Match': tag } : {},
    );
    return [status, headers.get('etag')];
  };

  it('is current until the schema or the permissions change', async () => {
    const [, tag] = await tagOf();
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf(tag ?? '')).toEqual([304, tag]);
    await project.write('POST', '/fields/lines', text('more'));
    const [status, changed] = await tagOf(tag ?? '');
    expect(status).toBe(200);
    expect(changed).not.toBe(tag);
  });

  it('differs by role', async () => {
    const [, tag] = await tagOf();
    const { headers } = await project.fetch('GET', '/openapi.json', undefined, { Authorization: `Bearer ${READER}` });
    expect(headers.get('etag')).not.toBe(tag);
  });
});

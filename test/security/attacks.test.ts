import { beforeAll, expect, it } from 'vitest';
import { id, integer, owner, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { TestProject } from '../support/project.ts';

const NOTES = {
  collection: 'notes',
  fields: [id, text('title'), integer('views'), owner, toMany('lines')],
};
const LINES = {
  collection: 'lines',
  fields: [id, text('text'), toOne('note')],
};

/** Parts of an error that reveal internals to a stranger. */
const INSIDE = /SELECT .* FROM|INSERT INTO|sqlite|mysql|postgres|node_modules|\.ts\b|\.js\b|\bat .*:\d+/;
const encoded = encodeURIComponent;

onEveryEngine('attacks', ({ project }) => {
  let editor: string;
  beforeAll(async () => {
    await project.ask('POST', '/collections', NOTES);
    await project.ask('POST', '/collections', LINES);
    await project.ask('POST', '/relations', {
      collection_many: 'lines',
      field_many: 'note',
      collection_one: 'notes',
      field_one: 'lines',
    });
    await project.ask('POST', '/items/notes', [
      { title: 'One', views: 1, lines: [{ text: 'a' }] },
      { title: 'Two', views: 2 },
    ]);
    editor = await signUp(project);
  });

  const refused = [
    ['SQL in sort', 'GET', '/items/notes?sort=id;DROP TABLE notes'],
    ['a subselect in sort', 'GET', '/items/notes?sort=(select 1)'],
    ['quotes in sort', 'GET', `/items/notes?sort=${encoded('a"--')}`],
    ['a subselect in fields', 'GET', '/items/notes?fields=id,(select password from directus_users)'],
    ['quotes in fields', 'GET', `/items/notes?fields=${encoded('a`b')}`],
    ['NUL in fields', 'GET', '/items/notes?fields=a%00b'],
    ['a field that does not exist in a filter', 'GET', `/items/notes?filter[${encoded('id" OR 1=1 --')}][eq]=1`],
    ['an operator that does not exist', 'GET', `/items/notes?filter[id][${encoded('= 1 OR 1')}]=1`],
    ['the prototype in a filter', 'GET', '/items/notes?filter[__proto__][eq]=1'],
    ['the constructor in a filter', 'GET', '/items/notes?filter[constructor][prototype]=1'],
    ['a pattern of many wildcards', 'GET', `/items/notes?filter[title][rlike]=${encoded('%a'.repeat(300))}`],
    ['a list too deep', 'GET', `/items/notes?fields=${'lines.note.'.repeat(10)}id`],
    [
      'a datatype with SQL',
      'POST',
      '/fields/notes',
      { field: 'x', type: 'string', datatype: 'VARCHAR(255)); DROP TABLE notes;--' },
    ],
    [
      'a length with SQL',
      'POST',
      '/fields/notes',
      { field: 'x', type: 'string', datatype: 'VARCHAR', length: '1);--' },
    ],
    [
      'a type with SQL',
      'POST',
      '/fields/notes',
      { field: 'x', type: 'Point,4326) --', datatype: 'VARCHAR', length: 5 },
    ],
    [
      'a field name with quotes',
      'POST',
      '/fields/notes',
      { field: 'x"; DROP TABLE notes;--', type: 'string', datatype: 'VARCHAR', length: 5 },
    ],
    ['a collection of the system', 'POST', '/collections', { collection: 'directus_x', fields: NOTES.fields }],
    ['a collection with control characters', 'POST', '/collections', { collection: 'a\u0000b', fields: NOTES.fields }],
    ['the prototype as a collection', 'POST', '/collections', { collection: '__proto__', fields: NOTES.fields }],
    ['the prototype in a payload', 'POST', '/items/notes', '{"title":"x","__proto__":{"admin":true}}'],
    ['NUL in a text', 'POST', '/items/notes', { title: 'a\u0000b' }],
    ['half a character in a text', 'POST', '/items/notes', '{"title":"\\ud800"}'],
    ['a number beyond all', 'POST', '/items/notes', '{"views":1e400}'],
    ['a number beyond its column', 'POST', '/items/notes', '{"views":9007199254740993}'],
    ['a body nested a thousand levels', 'POST', '/items/notes', `${'['.repeat(1000)}${']'.repeat(1000)}`],
    ['objects for credentials', 'POST', '/auth/authenticate', { email: { $ne: 1 }, password: { $ne: 1 } }],
    ['lists for credentials', 'POST', '/auth/authenticate', [{ email: 'admin@example.com', password: 'x' }]],
    ['a random text without end', 'POST', '/utils/random/string', { length: 1e9 }],
  ] as const;
  it.each(refused)(
    '%s is refused with a plain error and changes nothing',
    async (_title, method, path, body?: unknown) => {
      const before = await project.digest();
      const { status, body: answer } = await project.ask(method, path, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(Object.keys(answer)).toEqual(['error']);
      expect(JSON.stringify(answer)).not.toMatch(INSIDE);
      expect(await project.digest()).toBe(before);
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );

  const denied = [
    ['makes himself administrator', 'PATCH', '/users/me', { role: 1 }],
    ['gives himself a token', 'PATCH', '/users/me', { token: 'mine', title: 'x' }],
    ['reactivates himself', 'PATCH', '/users/me', { status: 'active' }],
    ['takes the id of a provisioner', 'PATCH', '/users/me', { external_id: 'x' }],
    ['changes somebody else', 'PATCH', '/users/1', { first_name: 'Mallory' }],
    ['deletes somebody else', 'DELETE', '/users/1', undefined],
    [
      'makes a user',
      'POST',
      '/users',
      { status: 'active', role: 1, first_name: 'M', last_name: 'M', email: 'm@example.com', password: 'x' },
    ],
    ['changes what is not his', 'PATCH', '/items/notes/1', { title: 'mine' }],
    ['deletes what is not his', 'DELETE', '/items/notes/1', undefined],
    ['deletes several, of which one is not his', 'DELETE', '/items/notes/3,1', undefined],
    ['deletes lines through a note', 'PATCH', '/items/notes/3', { lines: [{ id: 1, $delete: true }] }],
    ['moves lines to his note', 'PATCH', '/items/notes/3', { lines: [{ id: 1 }] }],
    ['changes a user through the owner field', 'PATCH', '/items/notes/3', { owner: { id: 1, first_name: 'Mallory' } }],
    ['makes a collection', 'POST', '/collections', NOTES],
    ['makes a field', 'POST', '/fields/notes', { field: 'x', type: 'string', datatype: 'VARCHAR', length: 5 }],
    ['deletes a field', 'DELETE', '/fields/notes/title', undefined],
    ['gives himself permissions', 'POST', '/permissions', { collection: 'notes', role: 3, read: 'full' }],
    ['changes a setting', 'PATCH', '/settings/1', { value: 'x' }],
  ] as const;
  it.each(denied)('an editor who %s is denied and changes nothing', async (_title, method, path, body) => {
    const before = await project.digest();
    const { status } = await project.ask(method, path, body, editor);
    expect([401, 403, 404]).toContain(status);
    expect(await project.digest()).toBe(before);
  });

  it('the digest that detects changes differs for a single value', async () => {
    const before = await project.digest();
    expect(await project.digest()).toBe(before);
    await project.ask('PATCH', '/items/notes/2?activity_skip=1', { views: 3 });
    expect(await project.digest()).not.toBe(before);
  });

  it('no record contains a password or a token', async () => {
    await project.ask('PATCH', '/users/me', { password: 'Changed-Secret-1', token: 'tests-admin-token' });
    const { text } = await project.ask('GET', '/revisions?limit=-1');
    expect(text).not.toMatch(/Secret-1|\$2y\$|tests-admin-token/);
    const activity = await project.ask('GET', '/activity?limit=-1');
    expect(activity.text).not.toMatch(/Secret-1|\$2y\$|tests-admin-token/);
  });

  it('no answer contains a password', async () => {
    for (const path of [
      '/users?fields=*,password',
      '/users/1?fields=password',
      '/items/notes?fields=owner.password,owner.*',
    ]) {
      expect((await project.ask('GET', path)).text).not.toMatch(/\$2y\$|"password"/);
    }
  });

  it('a token of a deleted user opens nothing, even if another user is created', async () => {
    const user = {
      status: 'active',
      role: 1,
      first_name: 'G',
      last_name: 'G',
      email: 'gone@example.com',
      password: 'Gone-Secret-1',
    };
    const { body } = await project.ask('POST', '/users', user);
    const { id } = body.data as { id: number };
    const signedIn = await project.ask(
      'POST',
      '/auth/authenticate',
      { email: user.email, password: user.password },
      null,
    );
    const { token } = signedIn.body.data as { token: string };
    await project.ask('DELETE', `/users/${id}`);
    const next = await project.ask('POST', '/users', { ...user, email: 'next@example.com' });
    expect((next.body.data as { id: number }).id).not.toBe(id);
    expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
  });

  it('strangers learn no version, no path and no database', async () => {
    const { text } = await project.ask('GET', '/', undefined, null);
    expect(text).not.toMatch(/8\.8\.1|php|node|sqlite|mysql|postgres/i);
  });
});

/** Creates a user of a role that may create notes and use its own notes as it likes; returns a token. */
async function signUp(project: TestProject): Promise<string> {
  const role = ((await project.ask('POST', '/roles', { name: 'Editor' })).body.data as { id: number }).id;
  await project.ask('POST', '/permissions', {
    collection: 'notes',
    role,
    create: 'full',
    read: 'full',
    update: 'mine',
    delete: 'mine',
  });
  await project.ask('POST', '/permissions', {
    collection: 'lines',
    role,
    create: 'none',
    read: 'full',
    update: 'none',
    delete: 'none',
  });
  const user = {
    status: 'active',
    role,
    first_name: 'E',
    last_name: 'E',
    email: 'editor@example.com',
    password: 'Editor-Secret-1',
  };
  await project.ask('POST', '/users', user);
  const { body } = await project.ask(
    'POST',
    '/auth/authenticate',
    { email: user.email, password: user.password },
    null,
  );
  const { token } = body.data as { token: string };
  await project.ask('POST', '/items/notes', { title: 'Mine' }, token);
  return token;
}

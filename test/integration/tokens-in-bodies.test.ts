import { beforeAll, expect, it } from 'vitest';
import { noteFields } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload } from '../support/project.ts';

const preset = { collection: 'notes', title: 'mine' };
const comment = { collection: 'notes', item: '1', comment: 'why' };
const hook = { http_action: 'get', url: 'http://x.example', directus_action: 'item.create:after', collection: 'notes' };

const writes: readonly (readonly [string, string, Payload])[] = [
  ['POST', '/collections', { collection: 'others', fields: noteFields }],
  ['PATCH', '/collections/notes', { note: 'of a body' }],
  ['POST', '/fields/notes', { field: 'more', type: 'string', interface: 'text-input' }],
  ['PATCH', '/fields/notes/title', { note: 'of a body' }],
  ['POST', '/items/notes', { title: 'new' }],
  ['PATCH', '/items/notes/1', { title: 'changed' }],
  ['POST', '/folders', { name: 'folder' }],
  ['PATCH', '/users/me', { title: 'changed' }],
  ['POST', '/roles', { name: 'Role' }],
  ['POST', '/permissions', { collection: 'notes', role: 2, create: 'full' }],
  ['POST', '/collection_presets', preset],
  ['POST', '/settings', { key: 'of_a_body', value: 'x' }],
  ['PATCH', '/settings/22', { value: 'Name' }],
  ['POST', '/webhooks', hook],
  ['POST', '/activity/comment', comment],
  ['POST', '/files', { data: 'aGVsbG8=', filename_download: 'a.txt' }],
  ['POST', '/permissions/explain', { collection: 'notes', action: 'read' }],
];

onEveryEngine('a token in the body', ({ project, server }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: noteFields });
    await project.write('POST', '/items/notes', { title: 'first', code: 'first' });
  });

  it.each(writes)('is the token of %s %s, and no part of what is written', async (method, path, payload) => {
    const { status, text } = await project.ask(method, path, { ...payload, access_token: ADMIN_TOKEN }, null);
    expect([status, text]).toEqual([200, expect.not.stringContaining('"public"')]);
  });

  it.each([null, ''])('that is %j counts as none, and is not written either', async (access_token) => {
    const repeatable = writes.filter(([method, path]) => method === 'PATCH' || path === '/items/notes');
    for (const [method, path, payload] of repeatable) {
      const { status, text } = await project.ask(method, path, { ...payload, access_token });
      expect([method, path, status, text]).toEqual([method, path, 200, expect.any(String)]);
    }
  });

  it('may be a field of a form', async () => {
    const body = new URLSearchParams({ name: 'of a form', access_token: ADMIN_TOKEN });
    const { status } = await fetch(`${server.base}/${project.key}/folders`, { method: 'POST', body });
    expect(status).toBe(200);
  });

  it('that is not valid makes the caller the public', async () => {
    const body = { name: 'refused', access_token: 'no-such-token' };
    expect(await project.ask('POST', '/folders', body)).toMatchObject({ status: 401, body: { error: { code: 3 } } });
  });

  it('is not stored in a field of its name', async () => {
    const field = { field: 'access_token', type: 'string', interface: 'text-input' };
    await project.write('POST', '/fields/notes', field);
    const { body } = await project.ask('POST', '/items/notes', { title: 'x', access_token: ADMIN_TOKEN }, null);
    expect(body.data).toMatchObject({ title: 'x', access_token: null });
  });

  it('does not count for the repetition of a request', async () => {
    const headers = { 'Idempotency-Key': 'with-a-token', Authorization: '' };
    const once = async (payload: Payload) => (await project.fetch('POST', '/folders', payload, headers)).json();
    const first = await once({ name: 'once', access_token: ADMIN_TOKEN });
    expect(first).toHaveProperty('data.id');
    expect(await once({ access_token: ADMIN_TOKEN, name: 'once' })).toEqual(first);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { id, noteFields } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Payload } from '../support/project.ts';

const tags = { field: 'tags', type: 'array', datatype: 'VARCHAR', length: 100, interface: 'tags' };
const [file, sent] = ['/files', { data: 'aGVsbG8=', filename_download: 'a.txt' }];
const about = { collection: 'notes', item: '1' };

onEveryEngine('a text with NUL', ({ project, server }) => {
  let comment = '';
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [...noteFields, tags] });
    await project.write('POST', '/items/notes', { title: 'first' });
    const body = { ...about, comment: 'as it was' };
    comment = `/activity/comment/${(await project.write<{ id: number }>('POST', '/activity/comment', body)).id}`;
  });

  const basic = `Basic ${Buffer.from('a\0b:').toString('base64')}`;
  const cookie = () => `platform-${project.key}-session=a%00b`;
  it.each([
    ['the query', '?access_token=a%00b', () => ({})],
    ['HTTP Basic', '', () => ({ Authorization: basic })],
    ['the cookie', '', () => ({ Cookie: cookie() })],
    ['the cookie of a session', '', () => ({ Cookie: cookie().replace('=', '=ses_1_') })],
  ] as const)('counts as no token in %s', async (_where, query, headers) => {
    const ask = (path: string) => fetch(`${server.base}/${project.key}${path}${query}`, { headers: headers() });
    expect(await (await ask('/')).json()).toHaveProperty('public', true);
    expect((await ask('/users/me')).status).toBe(401);
  });

  it('is the name of no file, and the status of no user', async () => {
    expect(await project.ask('GET', '/assets/a%00b')).toMatchObject({ status: 404, body: { error: { code: 203 } } });
    expect(await project.ask('GET', '/users?status=a%00b')).toMatchObject({ status: 200, body: { data: [] } });
    expect(await project.read('/users?status=a%00b,active')).toHaveLength(1);
  });

  const refused: readonly (readonly [string, string, () => string, Payload])[] = [
    ['a comment', 'POST', () => '/activity/comment', { ...about, comment: 'a\0b' }],
    ['a changed comment', 'PATCH', () => comment, { comment: 'a\0b' }],
    ['a comment with half a character', 'PATCH', () => comment, { comment: 'a\ud800' }],
    ['the reason for a creation', 'POST', () => '/folders?comment=a%00b', { name: 'folder' }],
    ['the reason for a change', 'PATCH', () => '/items/notes/1?comment=a%00b', { title: 'changed' }],
    ['the reason for an upload', 'POST', () => `${file}?comment=a%00b`, sent],
    ['a member of an array', 'POST', () => '/items/notes', { tags: ['x', 'a\0b'] }],
    ['a tag of a file', 'POST', () => file, { ...sent, tags: ['a\0b'] }],
    ['a name in a blacklist', 'POST', () => '/permissions', { ...about, role: 2, read_field_blacklist: ['a\0b'] }],
    ['the name of a collection', 'POST', () => '/collections', { collection: 'a\0b', fields: [id] }],
  ];
  it.each(refused)('is refused as %s, and nothing is written', async (_what, method, path, payload) => {
    const { item: _item, ...row } = payload;
    const before = await project.digest();
    const body = path() === '/permissions' ? row : payload;
    expect(await project.ask(method, path(), body)).toMatchObject({ status: 422, body: { error: { code: 4 } } });
    expect(await project.digest()).toBe(before);
  });

  it.each([
    ['a first name', { first_name: 'a\0b' }],
    ['a last name with half a character', { last_name: 'a\ud800' }],
    ['a password', { password: 'Secret-1\0' }],
  ])('is refused as %s of somebody invited, who may try again', async (what, body) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`;
    const [user] = await project.write<{ id: number }[]>('POST', '/users/invite', { email });
    const { issuer } = await project.opened();
    const accept = `/users/invite/${await issueToken(issuer, 'invitation', { id: user?.id, email }, 10, new Date())}`;
    const before = await project.digest();
    expect(await project.ask('POST', accept, body, null)).toMatchObject({ status: 422, body: { error: { code: 4 } } });
    expect(await project.digest()).toBe(before);
    expect(await project.ask('POST', accept, { first_name: 'Ann' }, null)).toMatchObject({ status: 200 });
  });

  it('is refused as a new password that a mailed token sets, and the token still works', async () => {
    const { issuer } = await project.opened();
    const token = await issueToken(issuer, 'reset_password', { id: 1, email: 'admin@example.com' }, 10, new Date());
    await project.write('PATCH', '/users/1', { password_reset_token: token });
    const reset = (password: string) => project.ask('POST', '/auth/password/reset', { token, password }, null);
    expect(await reset('Secret-1\0')).toMatchObject({ status: 422, body: { error: { code: 4 } } });
    expect(await reset('Secret-1')).toMatchObject({ status: 200 });
  });
});

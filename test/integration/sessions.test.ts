import { beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import {
  addPerson,
  cookieOf,
  dataOf,
  PEOPLE,
  type Person,
  type Reply,
  send,
  signIn,
  tokenOf,
} from '../support/signing-in.ts';

onEveryEngine('sessions', ({ database, server, project, prepare }) => {
  prepare(() => ({ each: true }));
  let erin: Person;
  beforeEach(async () => {
    erin = await addPerson(project, 'erin');
  });

  const whoIs = (cookie: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    send(server, project, 'GET', '/users/me?fields=id', { headers: { Cookie: cookie, ...headers } });
  const bears = async (token: string): Promise<number> =>
    (await project.ask('GET', '/users/me?fields=id', undefined, token)).status;

  /** Stores a setting that the server itself refuses; the next write makes the server read it. */
  async function storePast(key: string, value: string): Promise<void> {
    const [stored] = await project.read<{ id: number }[]>(`/settings?filter[key]=${key}`);
    const { id } = stored ?? (await project.write<{ id: number }>('POST', '/settings', { key, value: '1' }));
    const { database } = await project.opened();
    await database.run({ text: `UPDATE directus_settings SET value = '${value}' WHERE id = ${id}`, parameters: [] });
    await project.write('PATCH', '/settings/1', { value: null });
    expect((await project.opened()).catalog.settings.values.get(key)).toBe(value);
  }

  it('by cookie last as long as they are used, and cannot be read by scripts', async () => {
    const cookie = await cookieOf(server, project, 'erin');
    const { status, headers } = await whoIs(cookie);
    const renewed = headers.get('set-cookie') ?? '';
    expect([status, renewed.startsWith(`${cookie}; path=/; expires=`)]).toEqual([200, true]);
    expect(renewed).toContain('HttpOnly; SameSite=Lax');
    expect(renewed).not.toContain('Secure');
    const days = (Date.parse(/expires=([^;]+)/.exec(renewed)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  it.each([
    ['auth_token_ttl', '0.5'],
    ['auth_token_ttl', '1e300'],
    ['auto_sign_out', '0.5'],
    ['octavo_session_days', '0.5'],
  ])('begin even if the database of an older server has %s as %s', async (key, value) => {
    await storePast(key, value);
    expect(await bears(await tokenOf(server, project, 'erin'))).toBe(200);
    expect((await whoIs(await cookieOf(server, project, 'erin'))).status).toBe(200);
  });

  it('are stored as digests, and never shown with them', async () => {
    const [, secret = ''] = /_([\w-]{32})$/.exec(await cookieOf(server, project, 'erin')) ?? [];
    const open = await project.opened();
    const rows = await open.database.all({ text: 'SELECT * FROM directus_user_sessions', parameters: [] });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const listed = dataOf<Record<string, unknown>[]>(
      await project.ask('GET', '/auth/sessions', undefined, await tokenOf(server, project, 'erin')),
    );
    expect(listed.map(({ token_type, current, user }) => [token_type, current, user])).toEqual([
      ['cookie', false, erin.id],
      ['jwt', true, erin.id],
    ]);
    expect(listed.every((session) => !('token' in session))).toBe(true);
  });

  it('belong to one project and one kind of token', async () => {
    const other = await createTestProject(server, database);
    await addPerson(other, 'erin');
    const cookie = await cookieOf(server, project, 'erin');
    const [, value = ''] = cookie.split('=');
    const elsewhere = { headers: { Cookie: `platform-${other.key}-session=${value}` } };
    expect((await send(server, other, 'GET', '/users/me', elsewhere)).status).toBe(401);
    const token = await tokenOf(server, project, 'erin');
    const { session, nonce } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect((await whoIs(`platform-${project.key}-session=ses_${session}_${nonce}`)).status).toBe(401);
    await other.remove();
  });

  it('end when the user signs out, and an invalid cookie is deleted', async () => {
    const cookie = await cookieOf(server, project, 'erin');
    const { headers, text } = await send(server, project, 'POST', '/auth/logout', { headers: { Cookie: cookie } });
    expect([text, headers.get('set-cookie')]).toEqual([
      '{"public":true}',
      expect.stringContaining('session=; path=/; expires=Thu, 01 Jan 1970'),
    ]);
    expect((await whoIs(cookie)).status).toBe(401);
    const info = await send(server, project, 'GET', '/', { headers: { Cookie: cookie } });
    expect([info.body.public, info.headers.get('set-cookie')]).toEqual([true, expect.stringContaining('=; path=/')]);
    const token = await tokenOf(server, project, 'erin');
    await project.ask('POST', '/auth/logout', {}, token);
    expect(await bears(token)).toBe(401);
    expect((await project.ask('POST', '/auth/refresh', { token }, null)).body.error?.code).toBe(101);
  });

  it('can be ended individually and all at once, by the user and by administrators only', async () => {
    await addPerson(project, 'ravi');
    const [one, other] = [await tokenOf(server, project, 'erin'), await tokenOf(server, project, 'erin')];
    const stranger = await tokenOf(server, project, 'ravi');
    const before = await project.digest();
    expect((await project.ask('POST', `/auth/logout/${erin.id}`, {}, stranger)).status).toBe(403);
    expect((await project.ask('POST', `/auth/logout/${erin.id}`, {}, null)).status).toBe(401);
    expect(await project.digest()).toBe(before);
    const [first] = dataOf<{ id: number }[]>(await project.ask('GET', '/auth/sessions', undefined, one));
    await project.ask('POST', `/auth/logout/${erin.id}/${first?.id}`, {}, other);
    expect([await bears(one), await bears(other)]).toEqual([401, 200]);
    await project.ask('POST', `/auth/logout/${erin.id}`, {});
    expect([await bears(other), await bears(stranger)]).toEqual([401, 200]);
  });

  it('end at once with the password, the role, the status and the static token that they began with', async () => {
    const { role } = await addPerson(project, 'ravi');
    const changes = [
      [{ password: 'Erin-Secret-2' }, { password: PEOPLE.erin.password }],
      [{ role }, { role: erin.role }],
      [{ status: 'suspended' }, { status: 'active' }],
      [{ token: 'another-static-token' }, { token: null }],
    ];
    for (const [change, back] of changes) {
      const [token, cookie] = [await tokenOf(server, project, 'erin'), await cookieOf(server, project, 'erin')];
      expect([await bears(token), (await whoIs(cookie)).status]).toEqual([200, 200]);
      await project.ask('PATCH', `/users/${erin.id}`, change);
      expect([change, await bears(token), (await whoIs(cookie)).status]).toEqual([change, 401, 401]);
      expect((await project.ask('POST', '/auth/refresh', { token }, null)).status).toBeGreaterThanOrEqual(400);
      await project.ask('PATCH', `/users/${erin.id}`, back);
    }
    const token = await tokenOf(server, project, 'erin');
    await project.ask('PATCH', `/users/${erin.id}`, { first_name: 'Erin' });
    expect(await bears(token)).toBe(200);
    await project.ask('DELETE', `/users/${erin.id}`);
    expect(await bears(token)).toBe(401);
  });

  it('stay ended when what they began with is back, whatever ended them', async () => {
    const { role } = await addPerson(project, 'ravi');
    const patch = (change: object) => (): Promise<unknown> => project.ask('PATCH', `/users/${erin.id}`, change);
    const fail = (): Promise<Reply> => signIn(server, project, { ...PEOPLE.erin, password: 'wrong' });
    const lockOut = async (): Promise<void> => {
      const [row] = dataOf<{ id: number }[]>(await project.ask('GET', '/settings?filter[key]=login_attempts_allowed'));
      await project.ask('PATCH', `/settings/${row?.id}`, { value: '1' });
      await fail();
      expect((await fail()).body.error?.code).toBe(103);
    };
    const restart = (): Promise<unknown> => project.ask('PATCH', `/roles/${role}`, { users: [{ id: erin.id }] });
    const ways: readonly (readonly [name: string, end: () => Promise<unknown>, back: object])[] = [
      ['a suspension', patch({ status: 'suspended' }), { status: 'active' }],
      ['a role', patch({ role }), { role: erin.role }],
      ['a role sent as an object', patch({ role: { id: role } }), { role: erin.role }],
      ['a role whose list of users is written', restart, { role: erin.role }],
      ['a static token', patch({ token: 'another-static-token' }), { token: null }],
      ['too many failures', lockOut, { status: 'active' }],
    ];
    for (const [name, end, back] of ways) {
      const [token, cookie] = [await tokenOf(server, project, 'erin'), await cookieOf(server, project, 'erin')];
      await end();
      expect((await project.ask('PATCH', `/users/${erin.id}`, back)).status).toBe(200);
      const refreshed = await project.ask('POST', '/auth/refresh', { token }, null);
      expect([name, await bears(token), (await whoIs(cookie)).status, refreshed.status]).toEqual([name, 401, 401, 401]);
    }
    const token = await tokenOf(server, project, 'erin');
    await project.ask('DELETE', `/roles/${erin.role}`);
    await project.ask('POST', '/roles', { id: erin.role, name: 'Again' });
    await project.ask('PATCH', `/users/${erin.id}`, { role: erin.role });
    expect(await bears(token)).toBe(401);
  });

  it('continue when a user is saved without a change', async () => {
    const token = await tokenOf(server, project, 'erin');
    const same = { status: 'active', role: { id: erin.role }, token: null, first_name: 'Erin' };
    expect((await project.ask('PATCH', `/users/${erin.id}`, same)).status).toBe(200);
    expect(await bears(token)).toBe(200);
  });

  it('by cookie do not authorise changes that a foreign origin requests', async () => {
    const cookie = await cookieOf(server, project, 'erin');
    const change = (headers: Readonly<Record<string, string>>): Promise<Reply> =>
      send(server, project, 'PATCH', `/users/me/tracking/page`, { headers, body: { last_page: '/x' } });
    const before = await project.digest();
    for (const origin of ['https://evil.example', 'null', `${server.base}.evil.example`]) {
      const { status, body } = await change({ Cookie: cookie, Origin: origin });
      expect([origin, status, body.error?.code]).toEqual([origin, 403, 10]);
      expect((await whoIs(cookie, { Origin: origin })).status).toBe(200);
    }
    expect(await project.digest()).toBe(before);
    expect((await change({ Cookie: cookie, Origin: server.base })).status).toBe(200);
    expect((await change({ Cookie: cookie })).status).toBe(200);
    const token = await tokenOf(server, project, 'erin');
    expect((await change({ Authorization: `Bearer ${token}`, Origin: 'https://evil.example' })).status).toBe(200);
  });

  it('are new with every sign-in, whatever cookie was sent', async () => {
    const planted = `platform-${project.key}-session=ses_1_${'a'.repeat(32)}`;
    const { headers } = await send(server, project, 'POST', '/auth/authenticate', {
      headers: { Cookie: planted },
      body: { ...PEOPLE.erin, mode: 'cookie' },
    });
    const [fresh = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
    expect(fresh).not.toBe(planted);
    expect([(await whoIs(planted)).status, (await whoIs(fresh)).status]).toEqual([401, 200]);
    expect((await whoIs(`${planted}; ${fresh}`)).status).toBe(401);
  });

  it('are not given to wrong passwords, nor is a cookie', async () => {
    const { status, headers } = await signIn(server, project, { ...PEOPLE.erin, password: 'wrong', mode: 'cookie' });
    expect([status, headers.get('set-cookie')]).toEqual([404, null]);
  });
});

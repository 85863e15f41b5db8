import { beforeAll, describe, expect, it } from 'vitest';
import { id, text, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { codeOf, wrongCodeOf } from '../support/one-time-codes.ts';
import type { Answered } from '../support/project.ts';
import { dataOf, type Reply, send, signIn } from '../support/signing-in.ts';

const HELPER = 'tests-helper-token';
const SECRET = 'JBSWY3DPEHPK3PXP';
const OTHER_SECRET = 'KRSXG5CTMVRXEZLU';

const person = (name: string) => ({
  first_name: name,
  last_name: 'Example',
  email: `${name}@example.com`,
  password: `${name}-Secret-1`,
});
const resultOf = ({ status, body }: Answered): unknown => (status < 300 ? status : [status, body.error?.code]);

onEveryEngine('accounts', ({ server, project }) => {
  let helpers: number;
  let members: number;

  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'notes', fields: [id, text('title'), toOne('author')] });
    await project.ask('POST', '/relations', {
      collection_many: 'notes',
      field_many: 'author',
      collection_one: 'directus_users',
    });
    helpers = await roleNamed('Helpers');
    members = await roleNamed('Members');
    for (const role of [helpers, 2]) {
      const rule = { role, create: 'full', read: 'full', update: 'full', delete: 'full' };
      await permit({ ...rule, collection: 'directus_users' });
      await permit({ ...rule, collection: 'notes' });
    }
    await project.ask('POST', '/users', { ...person('helper'), status: 'active', role: helpers, token: HELPER });
  });

  const roleNamed = async (name: string): Promise<number> =>
    dataOf<{ id: number }>(await project.ask('POST', '/roles', { name })).id;

  /** Gives a role a rule for all statuses of a collection, replacing those that it came with. */
  async function permit(rule: { readonly role: number; readonly collection: string }): Promise<void> {
    const path = `/permissions?filter[role]=${rule.role}&filter[collection]=${rule.collection}&fields=id`;
    const present = dataOf<{ id: number }[]>(await project.ask('GET', path));
    if (present.length > 0) await project.ask('DELETE', `/permissions/${present.map((row) => row.id).join()}`);
    dataOf(await project.ask('POST', '/permissions', rule));
  }

  async function refuses(
    requests: readonly (readonly [method: string, path: string, body: unknown, token?: string | null])[],
  ): Promise<void> {
    const before = await project.digest();
    for (const [method, path, body, token = HELPER] of requests) {
      const answer = await project.ask(method, path, body, token);
      expect([401, 403, 409, 422], `${method} ${path} ${JSON.stringify(body)} ${answer.text}`).toContain(answer.status);
    }
    expect(await project.digest()).toBe(before);
  }

  describe('created by anybody but administrators', () => {
    const ways = (user: object) =>
      [HELPER, null].flatMap((token) => [
        ['POST', '/users', user, token] as const,
        ['POST', '/users', [user], token] as const,
        ['POST', '/items/notes', { author: user }, token] as const,
      ]);

    it('are refused until the project names a role for them', async () => {
      const scim = { userName: 'new@example.com', name: { givenName: 'N', familyName: 'N' } };
      await refuses([
        ...ways(person('new')),
        ...ways({ ...person('new'), status: 'active', role: members }),
        ['POST', '/scim/v2/Users', scim],
      ]);
    });

    it("get a role that exists and is not the administrators'", async () => {
      await refuses(
        ['1', '4711', 'x'].map((value) => ['POST', '/settings', { key: 'octavo_registration_role', value }, undefined]),
      );
      const settings = ['1', '4711', 'x', '01'].map((value) => ({ key: 'octavo_registration_role', value }));
      for (const setting of settings)
        expect(resultOf(await project.ask('POST', '/settings', setting))).toEqual([422, 4]);
      const wrong = { key: 'octavo_registration_status', value: 'busy' };
      expect(resultOf(await project.ask('POST', '/settings', wrong))).toEqual([422, 4]);
    });

    it('get the role of the setting, and wait as drafts', async () => {
      dataOf(await project.ask('POST', '/settings', { key: 'octavo_registration_role', value: String(members) }));
      const made = dataOf<{ id: number }>(await project.ask('POST', '/users', person('first'), null));
      const nested = { ...person('second'), role: String(members), status: 'draft' };
      expect(resultOf(await project.ask('POST', '/items/notes', { author: nested }, HELPER))).toBe(200);
      const scim = { userName: 'third@example.com', name: { givenName: 'T', familyName: 'T' } };
      expect((await project.ask('POST', '/scim/v2/Users', scim, HELPER)).status).toBe(201);
      for (const name of ['first', 'second', 'third'])
        expect(dataOf(await project.ask('GET', `/users?filter[email]=${name}@example.com&fields=role,status`))).toEqual(
          [{ role: members, status: 'draft' }],
        );
      expect((await signIn(server, project, person('first'))).status).toBe(401);
      await project.ask('DELETE', `/users/${made.id}`);
    });

    it('get the status of the setting', async () => {
      const setting = { key: 'octavo_registration_status', value: 'active' };
      dataOf(await project.ask('POST', '/settings', setting));
      dataOf(await project.ask('POST', '/users', { ...person('active'), role: members, status: 'active' }, null));
      expect((await signIn(server, project, person('active'))).status).toBe(200);
    });

    it('set no role, status, token, or secret themselves', async () => {
      const wishes = [
        { role: 1 },
        { role: helpers },
        { role: { id: members, name: 'Mine' } },
        { role: null },
        { status: 'suspended' },
        { token: 'a-token-of-my-own' },
        { external_id: 'mine' },
        { password_reset_token: 'mine' },
      ];
      await refuses(ways({ ...person('wisher'), role: 1, token: 'a-token-of-my-own' }));
      await refuses(ways({ ...person('wisher'), '2fa_secret': SECRET }));
      // A field that may not be written is reported before one that is missing, so nothing needs to be hashed.
      const { password: _password, ...wisher } = person('wisher');
      for (const wish of wishes)
        for (const [method, path, user, token] of ways({ ...wisher, ...wish }))
          expect((await project.ask(method, path, user, token)).status, JSON.stringify(wish)).toBe(403);
    });
  });

  it('do not take the place of deleted users, whose items name their keys, unless an administrator says so', async () => {
    const { id: gone } = await project.write<{ id: number }>('POST', '/users', {
      ...person('gone'),
      role: members,
      status: 'active',
    });
    await project.write('DELETE', `/users/${gone}`);
    const taker = { ...person('taker'), id: gone };
    await refuses(
      [HELPER, null].flatMap((token) =>
        [taker, [taker], { ...taker, id: String(gone) }].map((user) => ['POST', '/users', user, token] as const),
      ),
    );
    const back = await project.write<{ id: number }>('POST', '/users', { ...taker, role: members, status: 'active' });
    expect(back.id).toBe(gone);
  });

  describe('and their addresses', () => {
    const taken = async (first: string, second: string): Promise<void> => {
      const before = await project.digest();
      const users = [first, second].map((email) => ({ ...person('twin'), email, role: members, status: 'active' }));
      expect(resultOf(await project.ask('POST', '/users', users)), `${first} ${second}`).toEqual([409, 204]);
      expect(await project.digest()).toBe(before);
    };

    it('never differ in case or form alone, not even within one list', async () => {
      await taken('Twin@example.com', 'twin@example.com');
      await taken('ren\u00e9@example.com', 'rene\u0301@example.com');
      await taken('RENÉ@example.com', 'rené@example.com');
      await taken('ｔｗｉｎ@example.com', 'twin@example.com');
      await taken('ﬁn@example.com', 'fin@example.com');
    });

    it("cannot be changed to another user's", async () => {
      const { id: other } = dataOf<{ id: number }>(
        await project.ask('POST', '/users', { ...person('other'), role: members, status: 'active' }),
      );
      for (const email of ['ADMIN@example.com', 'ａdmin@example.com'])
        expect(resultOf(await project.ask('PATCH', `/users/${other}`, { email }))).toEqual([409, 204]);
      expect(resultOf(await project.ask('PATCH', `/users/${other}`, { email: 'Other@example.com' }))).toBe(200);
      expect((await signIn(server, project, { ...person('other'), email: 'ｏTHER@example.com' })).status).toBe(200);
    });

    it('contain nothing invisible', async () => {
      const email = 'in\u200bvisible@example.com';
      const user = { ...person('invisible'), email, role: members, status: 'active' };
      expect(resultOf(await project.ask('POST', '/users', user))).toEqual([422, 4]);
    });
  });

  it('have no static token that is short or contains spaces', async () => {
    for (const token of ['a', ' ', '', '1234567', 'with a space', 'line\nbreak-token', 'zero\u200bwidth-token'])
      expect(resultOf(await project.ask('PATCH', '/users/1', { token })), JSON.stringify(token)).toEqual([422, 4]);
    const user = { ...person('token'), role: members, status: 'active', token: 'short' };
    expect(resultOf(await project.ask('POST', '/users', user))).toEqual([422, 4]);
  });

  it('hide tokens and secrets from every query of others', async () => {
    const before = await project.ask('GET', '/users?filter[status]=active&meta=filter_count', undefined, HELPER);
    expect(before.status).toBe(200);
    for (const field of ['token', '2fa_secret', 'password_reset_token', 'password'])
      for (const path of [
        `/users?filter[${field}][contains]=a`,
        `/users?filter[${field}][nnull]=1&meta=filter_count`,
        `/users?sort=${field}`,
        `/items/notes?filter[author.${field}][contains]=a`,
        `/items/notes?sort=author.${field}`,
        `/users?filter[${field}][contains]=a&export=csv`,
        `/users?sort=${field}&meta=cursor&limit=1`,
      ])
        expect([403, 422], path).toContain((await project.ask('GET', path, undefined, HELPER)).status);
    for (const field of ['token', '_2fa_secret', 'password_reset_token']) {
      const query = `{ directus_users(filter: { ${field}: { contains: "a" } }) { data { id } } }`;
      expect((await project.ask('POST', '/gql', { query }, HELPER)).body.errors).toBeDefined();
    }
    const found = await project.ask('GET', '/users?q=tests-admin-token&meta=filter_count', undefined, HELPER);
    expect(found.body).toMatchObject({ data: [], meta: { filter_count: 0 } });
    expect((await project.ask('GET', '/users?fields=*.*&limit=-1', undefined, HELPER)).text).not.toContain(
      'tests-admin',
    );
  });

  describe('with a second factor', () => {
    let token: string;
    const gina = person('gina');
    const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
      send(server, project, method, path, { headers: { Authorization: `Bearer ${token}` }, body });
    const enter = (otp: string): Promise<Reply> => signIn(server, project, { ...gina, otp });
    beforeAll(async () => {
      await project.ask('POST', '/users', { ...gina, role: helpers, status: 'active' });
      token = dataOf<{ token: string }>(await signIn(server, project, gina)).token;
      expect((await ask('PATCH', '/users/me', { '2fa_secret': null })).status).toBe(200);
      expect((await ask('PATCH', '/users/me', { '2fa_secret': SECRET })).status).toBe(403);
      dataOf(await ask('POST', '/users/me/activate_2fa', { '2fa_secret': SECRET, otp: codeOf(SECRET, -1) }));
    });

    it('cannot remove or replace it with a session alone', async () => {
      const before = await project.digest();
      const { id: own } = dataOf<{ id: number }>(await ask('GET', '/users/me?fields=id'));
      for (const secret of [null, '', OTHER_SECRET]) {
        for (const [path, body] of [
          ['/users/me', { '2fa_secret': secret }],
          [`/users/${own}`, { '2fa_secret': secret }],
          [`/users/${own},${own}`, { '2fa_secret': secret }],
        ] as const)
          expect((await ask('PATCH', path, body)).status).toBe(403);
        const nested = { author: { id: own, '2fa_secret': secret } };
        expect((await ask('POST', '/items/notes', nested)).status).toBe(403);
      }
      const otp = codeOf(OTHER_SECRET);
      for (const more of [
        {},
        { current_password: gina.password },
        { current_otp: codeOf(SECRET) },
        { current_password: 'wrong', current_otp: codeOf(SECRET) },
        { current_password: gina.password, current_otp: wrongCodeOf(SECRET) },
      ]) {
        const activated = await ask('POST', '/users/me/activate_2fa', { '2fa_secret': OTHER_SECRET, otp, ...more });
        expect([404, 422]).toContain(activated.status);
        expect([404, 422]).toContain((await ask('POST', '/users/me/deactivate_2fa', more)).status);
      }
      expect(await project.digest()).toBe(before);
    });

    it('can see that there is one, but not what it is; and nobody else can', async () => {
      for (const answer of [await ask('GET', '/users/me'), await project.ask('GET', '/users?fields=*.*&limit=-1')])
        expect([answer.status, answer.text.includes(SECRET)]).toEqual([200, false]);
      const { '2fa_secret': shown } = dataOf<Record<string, unknown>>(await ask('GET', '/users/me'));
      expect(shown).toBe('**********');
      expect((await ask('PATCH', '/users/me', { '2fa_secret': shown, title: 'G' })).status).toBe(200);
      expect((await enter(codeOf(SECRET))).status).toBe(200);
    });

    it('can replace it with the password and the present code, each of which is accepted once', async () => {
      const proof = { current_password: gina.password, current_otp: codeOf(SECRET, 1) };
      const other = { '2fa_secret': OTHER_SECRET, otp: codeOf(OTHER_SECRET, 1), ...proof };
      expect((await ask('POST', '/users/me/activate_2fa', other)).status).toBe(200);
      expect((await ask('POST', '/users/me/activate_2fa', other)).status).toBe(404);
      expect((await enter(other.otp)).status).toBe(404);
    });

    it('can remove it with the password and the present code', async () => {
      const proof = { current_password: gina.password, current_otp: codeOf(OTHER_SECRET, 2) };
      expect((await ask('POST', '/users/me/deactivate_2fa', proof)).status).toBe(200);
      expect((await signIn(server, project, gina)).status).toBe(200);
    });
  });

  it('of a deleted role have none of its rights, at once and in every way', async () => {
    const role = await roleNamed('Doomed');
    await permit({ collection: 'notes', role, read: 'full' } as never);
    const user = { ...person('doomed'), role, status: 'active', token: 'tests-doomed-token' };
    const { id: key } = dataOf<{ id: number }>(await project.ask('POST', '/users', user));
    const { token } = dataOf<{ token: string }>(await signIn(server, project, user));
    const reads = async (): Promise<number[]> =>
      Promise.all(
        [token, user.token].map(async (each) => (await project.ask('GET', '/collections', undefined, each)).status),
      );
    expect(await reads()).toEqual([200, 200]);
    expect((await project.ask('DELETE', `/roles/${role}`)).status).toBe(204);
    expect((await reads()).every((status) => [401, 403].includes(status))).toBe(true);
    expect(dataOf(await project.ask('GET', `/permissions?filter[role]=${role}`))).toEqual([]);
    expect(dataOf(await project.ask('GET', `/users/${key}?fields=role`))).toEqual({ role: null });
    dataOf(await project.ask('POST', '/roles', { id: role, name: 'Risen' }));
    expect((await reads()).every((status) => [401, 403].includes(status))).toBe(true);
  });

  it('leave no presets to later ones with their ids, nor do their roles', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Leaving' });
    const person = { first_name: 'L', last_name: 'L', password: 'Leaving-Secret-1', status: 'active', role };
    const { id: user } = await project.write<{ id: number }>('POST', '/users', { ...person, email: 'a@leaving.test' });
    const preset = { collection: 'notes', search_query: 'what only they may know' };
    for (const owner of [{ user }, { role }, { user, role }])
      await project.write('POST', '/collection_presets', { ...preset, ...owner });
    const presets = `/collection_presets?fields=user,role&filter[search_query]=${preset.search_query}`;
    await project.write('DELETE', `/users/${user}`);
    await project.write('DELETE', `/roles/${role}`);
    expect(await project.read(presets)).toHaveLength(3);
    await project.write('POST', '/roles', { id: role, name: 'Arriving' });
    await project.write('POST', '/users', { ...person, id: user, email: 'b@leaving.test' });
    expect(await project.read(presets)).toEqual([]);
  });

  it('of a later role have no rights of a former one with its id, whatever was undone', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Former' });
    await project.write('POST', '/collections', { collection: 'vault', fields: [id, text('word')] });
    await project.write('POST', '/permissions', { role, collection: 'vault', read: 'full' });
    const rule = { role, collection: 'vault', action: 'read', filter: { word: { eq: 'x' } } };
    await project.write('POST', '/permissions/rules', rule);
    await project.write('DELETE', '/collections/vault');
    const [dropped] = await project.read<{ id: number }[]>('/schema-changes');
    await project.write('DELETE', `/roles/${role}`);
    await project.write('POST', `/schema-changes/${dropped?.id}/undo`);
    await project.write('POST', '/roles', { id: role, name: 'Later' });
    expect(await project.read(`/permissions?filter[role]=${role}&filter[collection]=vault`)).toEqual([]);
    expect(await project.read(`/permissions/rules?role=${role}`)).toEqual([]);
  });

  it('of administrators are never locked out', async () => {
    const before = await project.digest();
    const refused = await project.ask('PATCH', '/roles/1', { ip_whitelist: ['203.0.113.9'] });
    expect(resultOf(refused)).toEqual([422, 12]);
    expect(resultOf(await project.ask('PATCH', '/roles/1,2', { ip_whitelist: ['203.0.113.9'] }))).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
    const listed = { ip_whitelist: ['203.0.113.9', '127.0.0.0/8'] };
    expect(resultOf(await project.ask('PATCH', '/roles/1', listed))).toBe(200);
    expect(resultOf(await project.ask('PATCH', '/roles/1', { ip_whitelist: null }))).toBe(200);
  });

  it('that are invited get the role that an administrator names', async () => {
    const answer = await project.ask('POST', '/users/invite', { email: 'Guest@example.com', role: members });
    expect(dataOf(answer)).toMatchObject([{ email: 'Guest@example.com', role: members, status: 'invited' }]);
    expect(resultOf(await project.ask('POST', '/users/invite', { email: 'x@example.com', role: 4711 }))).toEqual([
      422, 4,
    ]);
    const many = await project.ask('POST', '/users/invite', { email: ['guest2@example.com', 'GUEST2@example.com'] });
    expect(new Set(dataOf<{ id: number }[]>(many).map((user) => user.id)).size).toBe(1);
    await refuses([['POST', '/users/invite', { email: 'x@example.com', role: 1 }]]);
  });
});

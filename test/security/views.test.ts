import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { sessionCookieName } from '../../src/http/session-cookie.ts';
import { id, text } from '../support/fields.ts';
import { jpeg } from '../support/file-samples.ts';
import { HandWorked } from '../support/hand-worked.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload } from '../support/project.ts';
import { addPerson, dataOf, type Person, send, signIn, tokenOf } from '../support/signing-in.ts';
import { begin, through, viewing } from '../support/views.ts';

const REVOKED: Readonly<Record<string, Payload>> = {
  suspended: { status: 'suspended' },
  demoted: { role: 3 },
};

onEveryEngine('views as somebody else', ({ server, project }) => {
  let erin: Person;
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    await project.write('POST', '/collections', { collection: 'hidden', fields: [id, text('title')] });
    await project.write('POST', '/items/notes', [{ title: 'one' }]);
    erin = await addPerson(project, 'erin');
    await project.write('POST', '/permissions', { role: erin.role, collection: 'notes', create: 'full', read: 'full' });
  });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const codeOf = ({
    status,
    body,
  }: {
    readonly status: number;
    readonly body: { readonly error?: { readonly code: number | null } };
  }) => [status, body.error?.code];
  const tokenBy = async (login: object): Promise<string> =>
    dataOf<{ token: string }>(await signIn(server, project, login)).token;
  /** Another administrator, signed in. */
  async function administrator(name: string): Promise<{ readonly id: number; readonly token: string }> {
    const login = { email: `${name}@example.com`, password: 'Another-Secret-1' };
    const person = { ...login, first_name: name, last_name: 'x', status: 'active', role: 1 };
    const made = await project.write<{ id: number }>('POST', '/users', person);
    return { id: made.id, token: await tokenBy(login) };
  }
  const beginAs = async (token: string, viewed: Payload): Promise<string> =>
    dataOf<{ view: string }>(await project.ask('POST', '/auth/view-as', viewed, token)).view;

  it('answer as the user, and show what the user may do', async () => {
    const ask = await viewing(project, { user: erin.id });
    expect(dataOf<Payload>(await ask('GET', '/users/me'))).toMatchObject({ id: erin.id });
    expect((await ask('GET', '/items/notes')).body.data).toHaveLength(1);
    expect(codeOf(await ask('GET', '/items/hidden'))).toEqual([403, 300]);
    expect((await ask('GET', '/permissions/me/notes')).body.data).toMatchObject({ create: 'full', read: 'full' });
    expect(codeOf(await ask('POST', '/items/notes', { title: 'two' }))).toEqual([403, 10]);
  });

  it('show the jobs of the user, and follow them until the view ends', { timeout: 60_000 }, async () => {
    const token = await tokenOf(server, project, 'erin');
    await project.write('POST', '/collections', { collection: 'drafts', fields: [id, text('title')] });
    const full = { role: erin.role, collection: 'drafts', read: 'full', update: 'full' };
    await project.write('POST', '/permissions', full);
    const other = await HandWorked.open(project);
    onTestFinished(() => other.close());
    onTestFinished(async () => void (await project.write('PATCH', `/users/${erin.id}`, { status: 'active' })));
    const change = { kind: 'update', collection: 'drafts', filter: {}, payload: { title: 'one' } };
    const own = await other.make(change, { kind: 'user', id: erin.id, role: erin.role });
    const lease = await other.take(own);
    const { body } = await project.ask('GET', '/jobs', undefined, token);
    const { view } = await begin(project, { user: erin.id });
    const ask = through(project, view);
    expect((await ask('GET', '/jobs')).body.data).toEqual(body.data);
    const foreign = (await project.ask('POST', '/jobs', change)).body.data as { readonly id: number };
    expect(codeOf(await ask('GET', `/jobs/${foreign.id}`))).toEqual([404, 203]);
    const events = await project.fetch('GET', `/jobs/${own}/events`, undefined, { 'Octavo-View-As': view });
    let isOver = false;
    const all = events.text().finally(() => {
      isOver = true;
    });
    await new Promise((done) => setTimeout(done, 2500));
    expect(isOver).toBe(false);
    await project.write('PATCH', `/users/${erin.id}`, { status: 'suspended' });
    expect(await all).toContain('"state":"running"');
    expect(await project.read(`/jobs/${own}`)).toMatchObject({ state: 'running' });
    if (lease) await other.workWith(lease, async () => {});
  });

  it('with a role answer as the administrator with that role', async () => {
    const ask = await viewing(project, { role: erin.role });
    expect(dataOf<Payload>(await ask('GET', '/users/me?fields=id')).id).toBe(1);
    expect(codeOf(await ask('GET', '/items/hidden'))).toEqual([403, 300]);
    expect(codeOf(await ask('GET', '/users/keys'))).toEqual([403, 10]);
  });

  it('leave other requests as they are, including cached ones', async () => {
    const ask = await viewing(project, { user: erin.id });
    const own = () => send(server, project, 'GET', '/items/hidden', { headers: bearer(ADMIN_TOKEN) });
    for (let turn = 0; turn < 4; turn++) {
      expect((await own()).status).toBe(200);
      expect((await ask('GET', '/items/hidden')).status).toBe(403);
    }
  });

  it('are not cached by browsers, and share no state with the administrator', async () => {
    const { view } = await begin(project, { user: erin.id });
    const own = await send(server, project, 'GET', '/items/notes/1', { headers: bearer(ADMIN_TOKEN) });
    const headers = { ...bearer(ADMIN_TOKEN), 'Octavo-View-As': view, 'If-None-Match': own.headers.get('etag') ?? '' };
    const seen = await send(server, project, 'GET', '/items/notes/1', { headers });
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('are accepted in the query where headers cannot be sent', async () => {
    const { view } = await begin(project, { user: erin.id });
    expect(codeOf(await project.ask('GET', `/items/hidden?view_as=${view}`))).toEqual([403, 300]);
    expect(codeOf(await project.ask('POST', `/items/notes?view_as=${view}`, { title: 'two' }))).toEqual([403, 10]);
  });

  it('are recorded with the administrator and the viewed user', async () => {
    await begin(project, { user: erin.id });
    await begin(project, { role: erin.role });
    const rows = await project.read('/activity?filter[action]=view-as&sort=-id&limit=2');
    expect(rows).toMatchObject([
      { action_by: 1, collection: 'directus_roles', item: String(erin.role) },
      { action_by: 1, collection: 'directus_users', item: String(erin.id) },
    ]);
  });

  it('are begun by administrators only, without a key, and not within a view', async () => {
    const token = await tokenOf(server, project, 'erin');
    expect(codeOf(await project.ask('POST', '/auth/view-as', { role: erin.role }, token))).toEqual([401, 3]);
    expect(codeOf(await project.ask('POST', '/auth/view-as', { role: erin.role }, null))).toEqual([401, 3]);
    const { key } = dataOf<{ key: string }>(await project.ask('POST', '/users/me/keys', { name: 'a key' }));
    expect(codeOf(await project.ask('POST', '/auth/view-as', { role: erin.role }, key))).toEqual([403, 10]);
    const ask = await viewing(project, { user: erin.id });
    expect(codeOf(await ask('POST', '/auth/view-as', { role: erin.role }))).toEqual([403, 10]);
  });

  it.each([
    [{}],
    [{ user: 999 }],
    [{ role: 999 }],
    [{ user: 1 }],
    [{ role: 1 }],
    [{ role: 2 }],
    [{ user: 2, role: 3 }],
    [{ user: 'x' }],
  ])('show nobody but a user who is active, or a role: not %j', async (viewed) => {
    expect(codeOf(await project.ask('POST', '/auth/view-as', viewed))).toEqual([422, 4]);
  });

  it('are valid only with the session in which they began, and are not a token', async () => {
    const one = await administrator('one');
    const view = await beginAs(one.token, { user: erin.id });
    const again = await tokenBy({ email: 'one@example.com', password: 'Another-Secret-1' });
    const erins = await tokenOf(server, project, 'erin');
    expect((await through(project, view, bearer(one.token))('GET', '/items/notes')).status).toBe(200);
    for (const token of [ADMIN_TOKEN, again, erins])
      expect(codeOf(await through(project, view, bearer(token))('GET', '/items/notes'))).toEqual([403, 116]);
    expect(codeOf(await through(project, view, bearer('none'))('GET', '/items/notes'))).toEqual([401, 108]);
    expect((await project.ask('GET', '/users/me', undefined, view)).status).toBe(401);
    for (const forged of ['', 'x', one.token, `${view}x`])
      if (forged !== '')
        expect(codeOf(await through(project, forged, bearer(one.token))('GET', '/items/notes'))).toEqual([403, 116]);
    expect((await project.ask('POST', '/auth/logout', undefined, one.token)).status).toBe(200);
    expect((await through(project, view, bearer(one.token))('GET', '/items/notes')).status).toBe(401);
  });

  it.each(Object.entries(REVOKED))('end when the administrator is %s', async (what, change) => {
    const { id: admin, token } = await administrator(what);
    const view = await beginAs(token, { user: erin.id });
    await project.write('PATCH', `/users/${admin}`, change);
    expect((await through(project, view, bearer(token))('GET', '/items/notes')).status).toBe(401);
  });

  it('end when the viewed user becomes an administrator, or is suspended', async () => {
    for (const change of [{ role: 1 }, { status: 'suspended', role: erin.role }]) {
      await project.write('PATCH', `/users/${erin.id}`, { status: 'active', role: erin.role });
      const ask = await viewing(project, { user: erin.id });
      await project.write('PATCH', `/users/${erin.id}`, change);
      expect(codeOf(await ask('GET', '/items/notes'))).toEqual([403, 116]);
    }
    await project.write('PATCH', `/users/${erin.id}`, { status: 'active', role: erin.role });
  });

  it('work with a session cookie, which stays as it is', async () => {
    const body = { email: 'two@example.com', password: 'Another-Secret-1', mode: 'cookie' };
    await administrator('two');
    const signedIn = await send(server, project, 'POST', '/auth/authenticate', { body });
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    expect(cookie).toContain(sessionCookieName(project.key));
    const view = dataOf<{ view: string }>(
      await send(server, project, 'POST', '/auth/view-as', { headers: { cookie }, body: { user: erin.id } }),
    ).view;
    const headers = { cookie, 'Octavo-View-As': view };
    expect((await send(server, project, 'POST', '/auth/logout', { headers })).status).toBe(403);
    const seen = await send(server, project, 'GET', '/users/me', { headers });
    expect(dataOf<Payload>(seen).id).toBe(erin.id);
    expect(seen.headers.get('set-cookie')).toContain(cookie);
    expect(
      dataOf<Payload>(await send(server, project, 'GET', '/users/me?fields=role', { headers: { cookie } })).role,
    ).toBe(1);
  });

  it("return pictures as for the user, if files are private and the administrator's cookie is sent", async () => {
    await project.write('POST', '/settings', { key: 'private_assets', value: '1' });
    const { data } = await project.write<{ data: { asset_url: string } }>('POST', '/files', {
      data: (await jpeg(3)).toString('base64'),
      filename_download: 'a.jpg',
    });
    const { view } = await begin(project, { role: erin.role });
    const [permission] = await project.read<{ id: number }[]>(
      `/permissions?filter[role]=${erin.role}&filter[collection]=directus_files&fields=id`,
    );
    await project.write('PATCH', `/permissions/${permission?.id}`, { read: 'none' });
    const picture = async (query: string): Promise<number> =>
      (await project.fetch('GET', `${data.asset_url.replace(`/${project.key}`, '')}${query}`)).status;
    expect(await picture('')).toBe(200);
    expect(await picture(`?view_as=${view}`)).toBe(404);
    expect(await picture('?view_as=forged')).toBe(403);
    await project.write('PATCH', `/permissions/${permission?.id}`, { read: 'full' });
    expect(await picture(`?view_as=${view}`)).toBe(200);
  });
});

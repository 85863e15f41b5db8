import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered } from '../../support/project.ts';
import { type Body, ScimClient, USER_URN } from '../../support/scim-client.ts';

onEveryEngine('the SCIM protocol', ({ server, project }) => {
  const scim = new ScimClient(project);
  beforeAll(async () => {
    await scim.open();
  });

  it('changes only what is still in the state that was read', async () => {
    const user = await scim.user('etag@example.com');
    const path = `/Users/${user.id}`;
    const read = await scim.ask('GET', path);
    expect(read.headers.etag).toBe(user.meta.version);
    expect((await scim.ask('GET', path, undefined, { 'if-none-match': user.meta.version })).status).toBe(304);
    const title = (text: string, version: string) =>
      scim.ask('PATCH', path, { schemas: [USER_URN], title: text }, { 'if-match': version });
    const first = await title('one', user.meta.version);
    expect([first.status, first.body.title]).toEqual([200, 'one']);
    expect((await title('two', user.meta.version)).status).toBe(412);
    expect((await title('three', '*')).body.title).toBe('three');
    const { body } = await scim.ask('GET', path);
    expect((await scim.ask('DELETE', path, undefined, { 'if-match': user.meta.version })).status).toBe(412);
    expect((await scim.ask('DELETE', path, undefined, { 'if-match': body.meta.version })).status).toBe(204);
  });

  it('refuses a user name that is not an address from clients of Directus 8, for changes and creations', async () => {
    const user = await scim.user('addressed@example.com');
    const path = `/scim/v2/Users/${user.id}`;
    const change = (method: string, at: string, userName: string): Promise<Answered> =>
      project.ask(method, at, { schemas: [USER_URN], userName });
    expect((await change('POST', '/scim/v2/Users', 'no address')).status).toBe(422);
    expect((await change('PATCH', path, 'no address')).status).toBe(422);
    expect((await change('PUT', path, 'no address')).status).toBe(422);
    const moved = await change('PATCH', path, 'moved-there@example.com');
    expect(moved).toMatchObject({ status: 200, body: { userName: 'moved-there@example.com' } });
    expect(await project.read(`/users?filter[external_id]=${user.id}&fields=email`)).toEqual([
      { email: 'moved-there@example.com' },
    ]);
  });

  it('gives every change of a resource another version', async () => {
    const group = await scim.group('Versions');
    const user = await scim.user('versions@example.com');
    const versions = [user.meta.version];
    for (const operation of [
      { op: 'add', path: 'phoneNumbers', value: [{ value: '1', type: 'work' }] },
      { op: 'add', path: 'department', value: 'Sales' },
      { op: 'replace', path: 'active', value: false },
    ])
      versions.push((await scim.patch(`/Users/${user.id}`, operation)).body.meta.version);
    await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: user.id }] });
    versions.push((await scim.ask('GET', `/Users/${user.id}`)).body.meta.version);
    expect(new Set(versions).size).toBe(5);
    expect((await scim.ask('GET', `/Groups/${group.id}`)).body.meta.version).not.toBe(group.meta.version);
  });

  it('carries out many operations at once, beginning with those that others wait for', async () => {
    const { status, body } = await scim.ask('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'g',
          data: { displayName: 'Bulk', members: [{ value: 'bulkId:u' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'u', data: { userName: 'bulk@example.com', active: true } },
        { method: 'PATCH', path: '/Users/bulkId:u', data: { title: 'Bulk' } },
        { method: 'POST', path: '/Users', bulkId: 'w', data: { userName: 'bulk@example.com' } },
        { method: 'DELETE', path: '/Users/nobody' },
      ],
    });
    expect(status).toBe(200);
    const statuses = body.Operations.map(({ method, bulkId, status: each }: Body) => [method, bulkId, each]);
    expect(statuses).toEqual([
      ['POST', 'u', '201'],
      ['POST', 'g', '201'],
      ['PATCH', undefined, '200'],
      ['POST', 'w', '409'],
      ['DELETE', undefined, '404'],
    ]);
    expect(body.Operations[3]?.response.scimType).toBe('uniqueness');
    const [group] = (await scim.ask('GET', '/Groups?filter=displayName eq "Bulk"')).body.Resources;
    expect(group.members).toHaveLength(1);
  });

  it('lets operations see the users that earlier ones have created, whatever the case of their names', async () => {
    const post = (data: object) => ({ method: 'POST', path: '/Users', data });
    const Operations = [
      post({ userName: 'Twin@example.com' }),
      post({ userName: 'tWin@example.com' }),
      post({ userName: 'twin', emails: [{ value: 'twiN@example.com' }] }),
      post({ userName: 'Named', emails: [{ value: 'named@example.com' }] }),
      post({ userName: 'nAmed', emails: [{ value: 'other@example.com' }] }),
    ];
    const { body } = await scim.ask('POST', '/Bulk', { Operations });
    expect(body.Operations.map(({ status }: Body) => status)).toEqual(['201', '409', '409', '201', '409']);
  });

  it('stops after the permitted number of failures', async () => {
    const wrong = { method: 'DELETE', path: '/Users/nobody' };
    const { body } = await scim.ask('POST', '/Bulk', { failOnErrors: 2, Operations: [wrong, wrong, wrong] });
    expect(body.Operations).toHaveLength(2);
    const many = await scim.ask('POST', '/Bulk', { Operations: Array.from({ length: 1001 }, () => wrong) });
    expect(many.status).toBe(413);
    const circle = [
      { method: 'POST', path: '/Groups', bulkId: 'a', data: { displayName: 'A', members: [{ value: 'bulkId:b' }] } },
      { method: 'POST', path: '/Groups', bulkId: 'b', data: { displayName: 'B', members: [{ value: 'bulkId:a' }] } },
    ];
    const circular = await scim.ask('POST', '/Bulk', { Operations: circle });
    expect(circular.body.Operations.map(({ status }: Body) => status)).toEqual(['400', '400']);
  });

  it('accepts at most 1 MiB of operations, whether their length is declared or not', async () => {
    const Operations = [{ method: 'DELETE', path: '/Users/nobody', padding: 'x'.repeat(1024 * 1024) }];
    expect((await scim.askAs(ADMIN_TOKEN, 'POST', '/scim/v2/Bulk', { Operations })).status).toBe(413);
    const body = new Blob([JSON.stringify({ Operations })]).stream();
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/scim+json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const url = `${server.base}/${project.key}/scim/v2/Bulk`;
    expect((await fetch(url, init as RequestInit)).status).toBe(413);
  });

  it('shows callers who are users their own resource', async () => {
    const me = await scim.askAs(ADMIN_TOKEN, 'GET', '/scim/v2/Me', undefined, { accept: 'application/scim+json' });
    expect([me.status, me.body.userName]).toEqual([200, 'admin@example.com']);
    expect((await scim.ask('GET', '/Me')).status).toBe(404);
  });

  it('leaves nothing of a change that fails', async () => {
    const group = await scim.group('Whole');
    const user = await scim.user('whole@example.com');
    const half = { op: 'add', path: 'members', value: [{ value: user.id }, { value: 'nobody' }] };
    const { status, body } = await scim.patch(
      `/Groups/${group.id}`,
      { op: 'replace', path: 'displayName', value: 'Half' },
      half,
    );
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect((await scim.ask('GET', `/Groups/${group.id}`)).body).toEqual(group);
    const taken = await scim.patch(`/Users/${user.id}`, {
      op: 'replace',
      value: { title: 'x', userName: 'admin@example.com' },
    });
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await scim.ask('GET', `/Users/${user.id}`)).body).toEqual(user);
  });

  it('writes everything into the activity log', async () => {
    const user = await scim.user('log@example.com');
    await scim.patch(`/Users/${user.id}`, { op: 'add', path: 'department', value: 'Sales' });
    await scim.ask('DELETE', `/Users/${user.id}?activity_skip=1`);
    const found = await scim.project.read<Body[]>('/users?fields=id&limit=1&sort=-id');
    const rows = await scim.project.read<Body[]>(
      '/activity?filter[collection]=directus_users&sort=-id&limit=3&fields=action,item',
    );
    expect(rows.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
    expect(Number(rows[0]?.item)).toBeGreaterThan(Number(found[0]?.id));
  });
});

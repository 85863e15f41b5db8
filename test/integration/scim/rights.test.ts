import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, TestProject } from '../../support/project.ts';
import { type Body, SCIM_TOKEN, ScimClient, USER_URN } from '../../support/scim-client.ts';

const ROUTES = ['/Users', '/Users/x', '/Groups', '/Me', '/Schemas', '/ResourceTypes', '/ServiceProviderConfig'];
const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

onEveryEngine('the right to provision', ({ database, server, project }) => {
  const scim = new ScimClient(project);
  const free = new ScimClient(new TestProject(server));
  beforeAll(async () => {
    await free.project.create(database);
    await scim.open();
    await free.open({ administrators: true });
  });
  afterAll(() => free.project.remove());

  const idOf = async (client: ScimClient, name: string): Promise<string> =>
    (await client.ask('GET', `/Users?filter=userName eq "${name}"`)).body.Resources[0].id;

  it.each(ROUTES)('belongs to nobody else: GET %s', async (path) => {
    for (const token of [null, 'a wrong token', `${SCIM_TOKEN}x`]) {
      const { status, body } = await scim.askAs(token, 'GET', `/scim/v2${path}`);
      expect([status, body.schemas]).toEqual([path === '/Users/x' ? status : 401, [ERROR_URN]]);
      expect([401, 403, 404]).toContain(status);
      const standard = await scim.askAs(token, 'GET', `/scim/v2${path}`, undefined, {
        accept: 'application/scim+json',
      });
      expect([standard.status, standard.headers['www-authenticate']]).toEqual([401, 'Bearer realm="scim"']);
    }
  });

  it('is the only one that the token grants', async () => {
    for (const path of ['/users', '/settings', '/activity', '/collections', '/users/me', '/roles']) {
      const { status } = await scim.askAs(SCIM_TOKEN, 'GET', path);
      expect([401, 403, 404]).toContain(status);
    }
    expect((await scim.askAs(null, 'GET', `/scim/v2/Users?access_token=${SCIM_TOKEN}`)).status).toBe(401);
  });

  it('excludes administrators unless the project says otherwise', async () => {
    const admin = await idOf(scim, 'admin@example.com');
    const groups = (await scim.ask('GET', '/Groups')).body.Resources;
    const administrators = groups.find(({ displayName }: Body) => displayName === 'Administrator')?.id;
    const climber = await scim.user('climber@example.com');
    const refused = [
      await scim.patch(`/Users/${admin}`, { op: 'replace', value: { userName: 'mine@example.com' } }),
      await scim.patch(`/Users/${admin}`, { op: 'replace', value: { password: 'Known-Secret-1' } }),
      await scim.ask('DELETE', `/Users/${admin}`),
      await scim.patch(`/Groups/${administrators}`, { op: 'add', path: 'members', value: [{ value: climber.id }] }),
      await scim.patch(`/Groups/${administrators}`, { op: 'replace', path: 'members', value: [] }),
      await scim.ask('DELETE', `/Groups/${administrators}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('never leaves a project without an administrator', async () => {
    const admin = await idOf(free, 'admin@example.com');
    const group = await free.group('Elsewhere');
    const refused = [
      await free.patch(`/Users/${admin}`, { op: 'replace', value: { active: false } }),
      await free.ask('DELETE', `/Users/${admin}`),
      await free.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: admin }] }),
      await free.askAs(ADMIN_TOKEN, 'PATCH', `/scim/v2/Users/${admin}`, { active: false }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('ends sessions together with the right to sign in, at once', async () => {
    const group = await scim.group('Readers');
    const user = await scim.user('reader@example.com', { password: 'Reader-Secret-1' });
    await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: user.id }] });
    const credentials = { email: 'reader@example.com', password: 'Reader-Secret-1' };
    const signIn = () => scim.askAs(null, 'POST', '/auth/authenticate', credentials);
    let { token } = (await signIn()).body.data;
    const own = () => scim.askAs(token, 'GET', '/users/me');
    expect((await own()).status).toBe(200);
    await scim.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false });
    expect((await own()).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    await scim.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: true });
    expect((await own()).status).toBe(401);
    ({ token } = (await signIn()).body.data);
    expect((await own()).status).toBe(200);
    await scim.ask('DELETE', `/Users/${user.id}`);
    expect((await own()).status).toBe(401);
  });

  it('shows nobody else what providers say about users', async () => {
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const group = await scim.group('Curious');
    const user = await scim.user('curious@example.com', {
      password: 'Curious-Secret-1',
      [enterprise]: { department: 'Spies' },
    });
    await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: user.id }] });
    const signedIn = await scim.askAs(null, 'POST', '/auth/authenticate', {
      email: 'curious@example.com',
      password: 'Curious-Secret-1',
    });
    const ask = (path: string) =>
      scim.askAs(signedIn.body.data.token, 'GET', `/scim/v2${path}`, undefined, { accept: 'application/scim+json' });
    const listed = await ask('/Users');
    expect(listed.status).toBe(200);
    expect(JSON.stringify(listed.body)).not.toContain('Spies');
    expect((await ask(`/Users?filter=department eq "Spies"`)).body.scimType).toBe('invalidFilter');
  });

  it('identifies users only by their identifier', async () => {
    const user = await scim.user('known@example.com', { externalId: 'Mixed-Case-1' });
    expect(user.id).toBe('Mixed-Case-1');
    for (const other of ['mixed-case-1', 'Mixed-Case-_', 'Mixed-Case-%25', '2', '%00', "x'%20or%201=1"])
      expect((await scim.ask('GET', `/Users/${other}`)).status).toBe(404);
  });

  it("gives users without a group the role of the project's setting", async () => {
    const role = await scim.project.write<Body>('POST', '/roles', { name: 'Default' });
    const config = server.app.registry.configOf(project.key);
    if (!config) throw new Error('the project is not there');
    const section = { token: SCIM_TOKEN, role: role.id };
    await server.app.registry.replace({ ...config, sections: { ...config.sections, scim: section } });
    const user = await scim.user('default@example.com');
    expect(user.groups).toMatchObject([{ display: 'Default' }]);
    const group = await scim.group('Special', [user.id]);
    await scim.ask('DELETE', `/Groups/${group.id}`);
    expect((await scim.ask('GET', `/Users/${user.id}`)).body.groups).toMatchObject([{ display: 'Default' }]);
  });

  it('is answered like by Directus 8 without the SCIM media type', async () => {
    const created = await scim.askAs(ADMIN_TOKEN, 'POST', '/scim/v2/Users', {
      schemas: [USER_URN],
      userName: 'plain@example.com',
    });
    expect(Object.keys(created.body)).not.toContain('groups');
    expect(typeof created.body.externalId).toBe('number');
    const refused = await scim.askAs(ADMIN_TOKEN, 'GET', '/scim/v2/Users?filter=userName co "x"');
    expect([refused.status, refused.body.scimType]).toEqual([422, undefined]);
  });
});

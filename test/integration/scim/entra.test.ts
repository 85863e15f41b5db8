import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { type Body, ENTERPRISE_URN, GROUP_URN, ScimClient, USER_URN } from '../../support/scim-client.ts';

onEveryEngine('requests of Microsoft Entra to a SCIM service', ({ project }) => {
  const scim = new ScimClient(project);
  let bob: Body;
  let andrew: Body;

  beforeAll(async () => {
    await scim.open();
    bob = await scim.user('UserName123', {
      displayName: 'BobIsAmazing',
      externalId: '22fbc523-6032-4c5f-939d-5d4850cf3e52',
      name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
      emails: [
        { Primary: true, type: 'work', value: 'testing@bob.com' },
        { Primary: false, type: 'home', value: 'testinghome@bob.com' },
      ],
    });
    andrew = await scim.user('UserName222', {
      schemas: [ENTERPRISE_URN, USER_URN],
      emails: [{ Primary: true, type: 'work', value: 'testing@bob2.com' }],
      [ENTERPRISE_URN]: { Department: 'bob', Manager: { Value: 'SuzzyQ' } },
    });
  });

  const read = async (id: string): Promise<Body> => (await scim.ask('GET', `/Users/${id}`)).body;

  it('describe the service', async () => {
    expect((await scim.ask('GET', '/ResourceTypes')).body.Resources[0].endpoint).toBe('/Users');
    expect((await scim.ask('GET', '/ServiceProviderConfig')).body.patch.supported).toBe(true);
    const schemas = (await scim.ask('GET', '/Schemas')).body;
    expect(JSON.stringify(schemas)).toContain('User Account');
    expect(schemas.Resources.map(({ name }: Body) => name)).toEqual(['User', 'EnterpriseUser', 'Group']);
  });

  it('keep a user name that is not an address, names in any case, and every address', async () => {
    expect(await read(bob.id)).toMatchObject({
      userName: 'UserName123',
      displayName: 'BobIsAmazing',
      externalId: '22fbc523-6032-4c5f-939d-5d4850cf3e52',
      name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
      emails: [
        { primary: true, type: 'work', value: 'testing@bob.com' },
        { primary: false, type: 'home', value: 'testinghome@bob.com' },
      ],
    });
  });

  it('keep the enterprise extension', async () => {
    const found = await read(andrew.id);
    expect(found.schemas).toEqual([USER_URN, ENTERPRISE_URN]);
    expect(found[ENTERPRISE_URN]).toMatchObject({ department: 'bob', manager: { value: 'SuzzyQ' } });
  });

  it.each([
    ['DisplayName eq "BobIsAmazing"', ['UserName123']],
    ['userName eq "username222"', ['UserName222']],
    ['externalId eq "22fbc523-6032-4c5f-939d-5d4850cf3e52"', ['UserName123']],
    ['emails[type eq "work"].value eq "testing@bob.com"', ['UserName123']],
    ['userName eq "UserName123" and externalId eq "other"', []],
    [`${ENTERPRISE_URN}:department eq "bob"`, ['UserName222']],
  ])('finds by %s', async (filter, names) => {
    expect(await scim.found(filter)).toEqual(names);
  });

  it('are answered with a trailing slash', async () => {
    expect((await scim.ask('GET', '/Users/?filter=userName+eq+%22UserName123%22')).body.totalResults).toBe(1);
  });

  it('get the requested attributes', async () => {
    const { body } = await scim.ask('GET', `/Users/${bob.id}?attributes=userName,emails.value`);
    expect(Object.keys(body).sort()).toEqual(['emails', 'id', 'schemas', 'userName']);
    expect(body.emails[0]).toEqual({ value: 'testing@bob.com' });
    const without = await scim.ask('GET', `/Users/${bob.id}?excludedAttributes=emails,name.formatted`);
    expect(without.body).not.toHaveProperty('emails');
    expect(without.body.name).toEqual({ familyName: 'Leenay', givenName: 'Ryan' });
  });

  it('may use capitals for operations and texts for booleans', async () => {
    const disabled = await scim.patch(`/Users/${bob.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect([disabled.status, disabled.body.active]).toEqual([200, false]);
    const enabled = await scim.patch(`/Users/${bob.id}`, { op: 'Add', path: 'active', value: 'True' });
    expect(enabled.body.active).toBe(true);
  });

  it('may use values without a path whose names have dots and URNs', async () => {
    const { body } = await scim.patch(`/Users/${bob.id}`, {
      op: 'add',
      value: {
        'name.givenName': 'Robert',
        'emails[type eq "work"].value': 'robert@bob.com',
        [`${ENTERPRISE_URN}:department`]: 'Sales',
        'addresses[type eq "work"].country': 'Norway',
      },
    });
    expect(body.name).toMatchObject({ givenName: 'Robert', familyName: 'Leenay' });
    expect(body.emails[0].value).toBe('robert@bob.com');
    expect(body[ENTERPRISE_URN].department).toBe('Sales');
    expect(body.addresses).toEqual([{ type: 'work', country: 'Norway' }]);
  });

  it('set, change and remove a manager', async () => {
    const path = `${ENTERPRISE_URN}:manager`;
    const managerAfter = async (operation: object): Promise<unknown> =>
      (await scim.patch(`/Users/${bob.id}`, operation)).body[ENTERPRISE_URN]?.manager?.value;
    expect(await managerAfter({ op: 'Add', path, value: andrew.id })).toBe(andrew.id);
    expect(await managerAfter({ op: 'Add', path, value: [{ $ref: 'x', value: 'Other' }] })).toBe('Other');
    expect(await managerAfter({ op: 'Replace', path, value: '' })).toBe(undefined);
  });

  it('remove an attribute with null, with the empty text and by remove', async () => {
    for (const operation of [{ op: 'Replace', value: null }, { op: 'Replace', value: '' }, { op: 'Remove' }]) {
      await scim.patch(`/Users/${bob.id}`, { op: 'Add', path: 'title', value: 'Chief' });
      const { body } = await scim.patch(`/Users/${bob.id}`, { ...operation, path: 'title' });
      expect(body).not.toHaveProperty('title');
    }
  });

  it('remove members by a list as well as by a filter', async () => {
    const group = await scim.group('Entra group', [bob.id, andrew.id]);
    expect(group.members).toHaveLength(2);
    const path = `/Groups/${group.id}`;
    const listed = await scim.patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: bob.id }] });
    expect(listed.body.members.map(({ value }: Body) => value)).toEqual([andrew.id]);
    await scim.patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: bob.id }] });
    const gone = await scim.patch(path, { op: 'Remove', path: 'members' });
    expect(gone.body.members).toEqual([]);
    const brief = await scim.ask('GET', `/Groups?excludedAttributes=members&filter=displayName eq "entra GROUP"`);
    expect([brief.body.totalResults, brief.body.Resources[0].members]).toEqual([1, undefined]);
  });

  it('replace a user by what is sent', async () => {
    const sent = { schemas: [USER_URN], userName: 'UserName222', emails: [{ value: 'new@bob2.com', type: 'work' }] };
    const { status, body } = await scim.ask('PUT', `/Users/${andrew.id}`, sent);
    expect([status, body.id, body.active]).toEqual([200, andrew.id, true]);
    expect(body).not.toHaveProperty(ENTERPRISE_URN);
    expect(body.emails[0].value).toBe('new@bob2.com');
  });

  it('delete a user, who can be created again', async () => {
    const gone = await scim.user('gone@example.com');
    expect((await scim.ask('DELETE', `/Users/${gone.id}`)).status).toBe(204);
    expect((await scim.ask('GET', `/Users/${gone.id}`)).status).toBe(404);
    expect(await scim.found('userName eq "gone@example.com"')).toEqual([]);
    await scim.user('gone@example.com');
  });

  it('create a user and a group again that somebody else has deleted, with nothing of the former', async () => {
    const { project: own } = scim;
    const sent = { emails: [{ value: 'twice@example.com' }], [ENTERPRISE_URN]: { department: 'Spies' } };
    const gone = await scim.user('twice', sent);
    const [row] = await own.read<{ id: number }[]>('/users?filter[email]=twice@example.com&fields=id');
    await own.write('DELETE', `/users/${row?.id}`);
    const person = { first_name: 'O', last_name: 'O', password: 'Other-Secret-1', status: 'active', role: 2 };
    const other = { ...person, id: row?.id, external_id: 'the-other', email: 'other@example.com' };
    await own.write('POST', '/users', other);
    const { body } = await scim.ask('GET', '/Users/the-other');
    expect([body.userName, body[ENTERPRISE_URN]]).toEqual(['other@example.com', undefined]);
    expect((await scim.user('twice', sent)).id).not.toBe(gone.id);
    const { id } = (await scim.ask('POST', '/Groups', { schemas: [GROUP_URN], displayName: 'Twice', externalId: 'g' }))
      .body;
    const [role] = await own.read<{ id: number }[]>('/roles?filter[name]=Twice&fields=id');
    await own.write('DELETE', `/roles/${role?.id}`);
    await own.write('POST', '/roles', { id: role?.id, name: 'Thrice', external_id: id });
    expect((await scim.ask('GET', `/Groups/${id}`)).body.externalId).toBe(undefined);
  });

  it('are refused if they are invalid', async () => {
    const refused = async (operation: object): Promise<unknown> => {
      const { status, body } = await scim.patch(`/Users/${bob.id}`, operation);
      return [status, body.scimType];
    };
    expect(await refused({ op: 'Twist', path: 'title', value: 'x' })).toEqual([400, 'invalidSyntax']);
    expect(await refused({ op: 'Add', path: 'nonsense', value: 'x' })).toEqual([400, 'invalidPath']);
    expect(await refused({ op: 'Add', path: '__proto__.admin', value: 'x' })).toEqual([400, 'invalidPath']);
    expect(await refused({ op: 'Replace', path: 'id', value: 'x' })).toEqual([400, 'mutability']);
    expect(await refused({ op: 'Replace', path: 'active', value: 'perhaps' })).toEqual([400, 'invalidValue']);
    expect(await refused({ op: 'Replace', path: 'emails[type eq "fax"].value', value: 'x' })).toEqual([
      400,
      'noTarget',
    ]);
    expect(await refused({ op: 'Remove', path: 'userName' })).toEqual([400, 'mutability']);
    expect((await scim.ask('POST', '/Users', { schemas: [USER_URN], userName: 'no address' })).body.scimType).toBe(
      'invalidValue',
    );
  });
});

import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { type Body, ScimClient, USER_URN } from '../../support/scim-client.ts';

const OKTA = { accept: 'application/scim+json', 'content-type': 'application/scim+json; charset=utf-8' };
const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

onEveryEngine("Okta's tests of a SCIM service", ({ project }) => {
  const scim = new ScimClient(project);
  let created: Body;
  const name = 'runscope.300.ann@example.com';
  const ask = (method: string, path: string, body?: unknown) => scim.ask(method, path, body, OKTA);

  beforeAll(async () => {
    await scim.open();
  });

  it('list one user of many, with everything that paging needs', async () => {
    const { status, body } = await ask('GET', '/Users?count=1&startIndex=1');
    expect([status, body.schemas]).toEqual([200, [LIST_URN]]);
    expect([body.itemsPerPage, body.startIndex, body.totalResults]).toEqual([1, 1, 1]);
    const [first] = body.Resources;
    for (const value of [first.id, first.name.familyName, first.name.givenName, first.userName, first.emails[0].value])
      expect(value).toMatch(/./);
    expect(first.active).toBe(true);
  });

  it('find no user who was never created', async () => {
    const { status, body } = await ask('GET', `/Users?filter=userName%20eq%20%22${name}%22`);
    expect([status, body.schemas, body.totalResults, body.Resources]).toEqual([200, [LIST_URN], 0, []]);
  });

  it('get 404 with a standard error for an unknown identifier', async () => {
    const { status, body, headers } = await ask('GET', '/Users/010101001010101011001010101011');
    expect([status, body.schemas, body.status]).toEqual([404, [ERROR_URN], '404']);
    expect(body.detail).toMatch(/./);
    expect(headers['content-type']).toMatch(/^application\/scim\+json/);
  });

  it('create a user and show it', async () => {
    const { status, body, headers } = await ask('POST', '/Users', {
      schemas: [USER_URN],
      userName: name,
      name: { givenName: 'Ann', familyName: 'Runscope' },
      emails: [{ primary: true, value: name, type: 'work' }],
      displayName: 'Ann Runscope',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect([status, body.active, body.userName]).toEqual([201, true, name]);
    expect(body.name).toEqual({ givenName: 'Ann', familyName: 'Runscope' });
    expect(body.schemas).toContain(USER_URN);
    expect(body.externalId).toBe('00ujl29u0le5T6Aj10h7');
    expect(body).not.toHaveProperty('password');
    expect(headers.location).toBe(body.meta.location);
    created = body;
    const shown = await ask('GET', `/Users/${body.id}`);
    expect([shown.status, shown.body.id, shown.body.userName]).toEqual([200, body.id, name]);
  });

  it('are refused when they create the same user again', async () => {
    const { status, body } = await ask('POST', '/Users', {
      schemas: [USER_URN],
      userName: name.toUpperCase(),
      name: { givenName: 'Ann', familyName: 'Again' },
      emails: [{ primary: true, value: name.toUpperCase(), type: 'work' }],
    });
    expect([status, body.scimType, body.schemas]).toEqual([409, 'uniqueness', [ERROR_URN]]);
  });

  it('find the user whatever the case of the name', async () => {
    const { body } = await ask('GET', `/Users?filter=userName eq "${name.toUpperCase()}"&startIndex=1&count=100`);
    expect([body.totalResults, body.Resources[0].id]).toEqual([1, created.id]);
  });

  it('list groups', async () => {
    const { status, body } = await ask('GET', '/Groups?count=100&startIndex=1');
    expect([status, body.startIndex, body.itemsPerPage, body.totalResults]).toEqual([200, 1, 2, 2]);
  });

  it('replace a changed profile completely', async () => {
    const sent = { ...created, name: { givenName: 'Anna', familyName: 'Runscope' }, title: 'Head' };
    const { status, body } = await ask('PUT', `/Users/${created.id}`, sent);
    expect([status, body.name.givenName, body.title, body.id]).toEqual([200, 'Anna', 'Head', created.id]);
    expect(body.meta.version).not.toBe(created.meta.version);
  });

  it('deactivate and reactivate by a replace without a path', async () => {
    const switched = async (active: boolean): Promise<Body> =>
      (await scim.patch(`/Users/${created.id}`, { op: 'replace', value: { active } })).body;
    expect((await switched(false)).active).toBe(false);
    expect((await ask('GET', `/Users/${created.id}`)).body.active).toBe(false);
    expect((await switched(true)).active).toBe(true);
  });

  it('push a group, its name and its members', async () => {
    const group = await scim.group('Okta engineers');
    const path = `/Groups/${group.id}`;
    const renamed = { op: 'replace', value: { id: group.id, displayName: 'Okta builders' } };
    expect((await scim.patch(path, renamed)).body.displayName).toBe('Okta builders');
    const joined = { op: 'add', path: 'members', value: [{ value: created.id, display: name }] };
    expect((await scim.patch(path, joined)).body.members.map(({ value }: Body) => value)).toEqual([created.id]);
    expect((await ask('GET', `/Users/${created.id}`)).body.groups[0].value).toBe(group.id);
    const left = { op: 'remove', path: `members[value eq "${created.id}"]` };
    expect((await scim.patch(path, left)).body.members).toEqual([]);
    const replaced = { op: 'replace', path: 'members', value: [{ value: created.id }] };
    expect((await scim.patch(path, replaced)).body.members).toHaveLength(1);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('GET', `/Users/${created.id}`)).body).not.toHaveProperty('groups');
  });
});

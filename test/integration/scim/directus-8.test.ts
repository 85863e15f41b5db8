import { beforeAll, describe, expect, it } from 'vitest';
import { asText } from '../../../src/shared/text.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered } from '../../support/project.ts';
import { PATCH_URN, ScimClient } from '../../support/scim-client.ts';

const RFC = { accept: 'application/scim+json' };

onEveryEngine('SCIM as clients of Directus 8 use it', ({ project }) => {
  const scim = new ScimClient(project);
  const ask = (method: string, path: string, body?: object): Promise<Answered> =>
    project.ask(method, `/scim/v2${path}`, body);
  const askRfc = (method: string, path: string, body?: unknown) =>
    scim.askAs(ADMIN_TOKEN, method, `/scim/v2${path}`, body, RFC);
  const shown = ({ status, body }: Answered, ...names: string[]): unknown[] => [
    status,
    ...names.map((name) => body[name]),
  ];
  let count = 0;
  const address = (): string => `person-${++count}@example.com`;
  const created = async (more: object = {}): Promise<string> =>
    asText((await ask('POST', '/Users', { userName: address(), ...more })).body.id);

  beforeAll(async () => {
    await scim.open();
    await ask('POST', '/Users', { userName: 'ext-1@example.com', externalId: 'ext-1' });
    await ask('POST', '/Groups/g-2', { displayName: 'G2' });
  });

  describe('refuses with 422', () => {
    it.each([
      ['PATCH', '/Users/ext-1', { userName: '' }],
      ['PATCH', '/Users/ext-1', { userName: null }],
      ['PUT', '/Users/ext-1', { userName: '' }],
      ['PATCH', '/Groups/g-2', { displayName: '' }],
      ['PATCH', '/Groups/g-2', { displayName: null }],
      ['PATCH', '/Users/ext-1', { emails: 5 }],
      ['GET', '/Users?count=abc', undefined],
      ['GET', '/Users?startIndex=abc', undefined],
      ['GET', '/Users?filter[]=x', undefined],
      ['GET', '/Users?filter[a]=b', undefined],
      ['POST', '/Users/.search', { filter: ['userName eq "x"'] }],
      ['POST', '/Groups', { displayName: ['x'] }],
      ['POST', '/Groups', { displayName: 5 }],
      ['PUT', '/Groups/g-2', { displayName: ['x'] }],
      ['PATCH', '/Groups/g-2', { displayName: ['x'] }],
      ['POST', '/Groups', { displayName: 'G5', id: 5 }],
      ['POST', '/Groups', { displayName: 'G5', id: ['x'] }],
      ['POST', '/Users', { userName: ['list@example.com'] }],
      ['POST', '/Users', { userName: 'zz@example.com', externalId: ['zz'] }],
      ['POST', '/Users', { userName: 'zz@example.com', externalId: 5 }],
      ['POST', '/Users', { userName: 'zz@example.com', name: { familyName: ['x'] } }],
      ['POST', '/Users', { emails: [{ value: ['zz@example.com'] }] }],
      ['PUT', '/Users/ext-1', { userName: ['ext-1@example.com'] }],
      ['PATCH', '/Users/ext-1', { userName: ['ext-1@example.com'] }],
      ['PATCH', '/Users/ext-1', { locale: ['de-DE'] }],
      ['PATCH', '/Users/ext-1', { 'name.familyName': ['x'] }],
      ['PATCH', '/Users/ext-1', { name: { familyName: ['x'] } }],
    ])('%s %s %j', async (method, path, body) => {
      const before = await project.digest();
      expect(shown(await ask(method, path, body), 'status', 'scimType')).toEqual([422, '422', undefined]);
      expect(await project.digest()).toBe(before);
    });

    it.each([
      [{ op: 'replace', path: 'active', value: 'perhaps' }],
      [{ op: 'replace', path: 'nonsense', value: 'x' }],
      [{ op: 'replace', path: 'id', value: 'x' }],
      [{ op: 'replace', path: 'emails[type eq "fax"].value', value: 'x' }],
    ])('the operation %j', async (operation) => {
      const sent = { schemas: [PATCH_URN], Operations: [operation] };
      expect(shown(await ask('PATCH', '/Users/ext-1', sent), 'status')).toEqual([422, '422']);
    });
  });

  it.each([
    ['POST', '/Groups', { displayName: ['x'] }],
    ['PUT', '/Groups/g-2', { displayName: ['x'] }],
    ['POST', '/Users', { userName: ['list@example.com'] }],
    ['POST', '/Users', { userName: 'zz@example.com', externalId: ['zz'] }],
    ['POST', '/Users', { userName: 'zz@example.com', name: { familyName: ['x'] } }],
    ['POST', '/Users', { userName: 'zz@example.com', name: 'Joe' }],
    ['POST', '/Users', { userName: 'zz@example.com', active: 1 }],
    ['PATCH', '/Users/ext-1', { userName: '' }],
    ['GET', '/Users?count=abc', undefined],
  ])('answers by the RFCs with 400 to %s %s %j', async (method, path, body) => {
    const { status, body: answer } = await askRfc(method, path, body);
    expect([status, answer.scimType]).toEqual([400, 'invalidValue']);
  });

  it.each(['filter[]=x', 'filter[a]=b'])('answers by the RFCs with invalidFilter to ?%s', async (query) => {
    const { status, body } = await askRfc('GET', `/Users?${query}`);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  it('takes a list of one value in a PatchOp', async () => {
    const id = await created();
    const operation = { op: 'replace', path: 'name.familyName', value: ['Listed'] };
    const { status, body } = await ask('PATCH', `/Users/${id}`, { schemas: [PATCH_URN], Operations: [operation] });
    expect([status, body.name]).toMatchObject([200, { familyName: 'Listed' }]);
  });

  it('shows an empty page for a count of zero or less', async () => {
    for (const wanted of [0, -1]) {
      const answer = await ask('GET', `/Users?count=${wanted}`);
      expect(shown(answer, 'itemsPerPage', 'Resources')).toEqual([200, 0, []]);
    }
  });

  it.each([[1], [0], ['yes'], ['true'], [null], [[true]], [{}]])(
    'makes a user a draft whose active is %j',
    async (active) => {
      const made = await ask('POST', '/Users', { userName: address(), active });
      expect(shown(made, 'active')).toEqual([201, false]);
      const id = await created({ active: true });
      expect(shown(await ask('PATCH', `/Users/${id}`, { active }), 'active')).toEqual([200, false]);
      expect(shown(await ask('PATCH', `/Users/${id}`, { active: true }), 'active')).toEqual([200, true]);
    },
  );

  it('reads the texts of booleans in a PatchOp', async () => {
    const id = await created({ active: true });
    const path = `/Users/${id}`;
    const set = (value: string): Promise<Answered> =>
      ask('PATCH', path, { schemas: [PATCH_URN], Operations: [{ op: 'Replace', path: 'active', value }] });
    expect(shown(await set('False'), 'active')).toEqual([200, false]);
    expect(shown(await set('True'), 'active')).toEqual([200, true]);
  });

  const none = { familyName: null, givenName: null };

  it.each([['Joe'], [5], [[]], [['Joe']], [{}], [null]])('has no name for a user whose name is %j', async (name) => {
    expect(shown(await ask('POST', '/Users', { userName: address(), name }), 'name')).toEqual([201, none]);
    for (const method of ['PATCH', 'PUT']) {
      const userName = address();
      const id = await created({ userName, name: { familyName: 'Doe', givenName: 'Joe' } });
      expect(shown(await ask(method, `/Users/${id}`, { userName, name }), 'name')).toEqual([200, none]);
    }
  });

  it('empties the part that a name leaves out, and keeps a name that is not sent', async () => {
    const id = await created({ name: { familyName: 'Doe', givenName: 'Joe' } });
    const path = `/Users/${id}`;
    const kept = await ask('PATCH', path, { locale: 'de-DE' });
    expect(kept.body.name).toEqual({ familyName: 'Doe', givenName: 'Joe' });
    const { body } = await ask('PATCH', path, { name: { givenName: 'Jo' } });
    expect(body.name).toEqual({ familyName: null, givenName: 'Jo' });
  });

  describe('takes as the address', () => {
    it.each([
      [
        'the last entry',
        [
          { value: 'w', type: 'work' },
          { value: 'h', type: 'home' },
        ],
        'h',
      ],
      [
        'the primary entry',
        [
          { value: 'w', primary: true },
          { value: 'h', type: 'work' },
        ],
        'w',
      ],
      [
        'the first primary entry',
        [
          { value: 'w', primary: true },
          { value: 'h', primary: true },
        ],
        'w',
      ],
      ['no entry by the text "true"', [{ value: 'w', primary: 'true' }, { value: 'h' }], 'h'],
      ['the last text', ['w', 'h'], 'h'],
    ])('%s', async (_which, list, chosen) => {
      const userName = address();
      const at = (name: string): string => `${name}-${userName}`;
      const emails = list.map((entry) =>
        typeof entry === 'string' ? at(entry) : { ...entry, value: at(entry.value as string) },
      );
      const made = await ask('POST', '/Users', { userName, emails });
      expect(shown(made, 'userName')).toEqual([201, at(chosen)]);
      await ask('DELETE', `/Users/${made.body.id}`);
      const id = await created({ userName });
      for (const method of ['PATCH', 'PUT'])
        expect(shown(await ask(method, `/Users/${id}`, { emails }), 'userName')).toEqual([200, at(chosen)]);
      const next = address();
      expect(shown(await ask('PATCH', `/Users/${id}`, { userName: next }), 'userName')).toEqual([200, next]);
    });

    it('an entry rather than the user name, even the address that the user has', async () => {
      const userName = address();
      const id = await created({ userName });
      const sent = { userName: address(), emails: [{ value: userName, type: 'work' }] };
      expect(shown(await ask('PATCH', `/Users/${id}`, sent), 'userName')).toEqual([200, userName]);
    });

    it('by the RFCs the work entry if none is primary', async () => {
      const emails = [
        { value: address(), type: 'work' },
        { value: address(), type: 'home' },
      ];
      const { body } = await askRfc('POST', '/Users', { userName: 'Worker', emails });
      expect((await ask('GET', `/Users/${body.id}`)).body.userName).toBe(emails[0]?.value);
    });
  });

  it('keeps what clients send back without change, and the identifier of the provider', async () => {
    const user = await scim.user(address(), { externalId: 'provider-1' });
    const sentBack = (await ask('GET', `/Users/${user.id}`)).body;
    for (const method of ['PATCH', 'PUT'])
      expect(shown(await ask(method, `/Users/${user.id}`, sentBack), 'externalId', 'userName')).toEqual([
        200,
        sentBack.externalId,
        user.userName,
      ]);
    expect((await scim.ask('GET', `/Users/${user.id}`)).body.externalId).toBe('provider-1');
  });

  describe('reads of a group the name alone', () => {
    const membersOf = async (id: string): Promise<unknown> => (await ask('GET', `/Groups/${id}`)).body.members;

    it('when it is created', async () => {
      const members = [{ value: 'x' }];
      const made = await ask('POST', '/Groups', { displayName: 'G3', id: 'g-3', externalId: 7, members });
      expect(shown(made, 'id', 'members')).toEqual([201, 'g-3', []]);
      expect(await membersOf('g-3')).toEqual([]);
      const member = [{ value: 'ext-1' }];
      expect(shown(await ask('POST', '/Groups/g-4', { displayName: 'G4', members: member }), 'members')).toEqual([
        201,
        [],
      ]);
    });

    it('when it is changed', async () => {
      const group = await scim.group('Manned', ['ext-1']);
      const path = `/Groups/${group.id}`;
      for (const method of ['PATCH', 'PUT']) {
        const sent = { displayName: `Manned by ${method}`, externalId: 9, members: [] };
        expect(shown(await ask(method, path, sent), 'displayName')).toEqual([200, sent.displayName]);
        expect(await membersOf(group.id)).toHaveLength(1);
      }
      expect((await ask('PATCH', path, { members: [{ value: 'nobody' }] })).status).toBe(200);
      const operation = { op: 'remove', path: 'members' };
      expect((await ask('PATCH', path, { schemas: [PATCH_URN], Operations: [operation] })).status).toBe(200);
      expect(await membersOf(group.id)).toEqual([]);
    });

    it('but by the RFCs its members, too', async () => {
      const members = [{ value: 'ext-1' }];
      expect((await askRfc('POST', '/Groups', { displayName: 'G5', members })).body.members).toHaveLength(1);
      const { status, body } = await askRfc('POST', '/Groups', { displayName: 'G6', members: [{ value: 'x' }] });
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    });
  });

  it.each(['/Users/', '/Groups/', '/Users/?filter=userName eq "x"'])(
    'has no path %s, which the RFCs answer',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await ask(method, path, method === 'POST' ? {} : undefined);
        expect([method, status, body.error?.code]).toEqual([method, 404, 1]);
      }
      const stranger = await project.ask('GET', `/scim/v2${path}`, undefined, null);
      expect([stranger.status, stranger.body.error?.code]).toEqual([404, 1]);
      expect((await askRfc('GET', path)).status).toBe(200);
      const posted = path.startsWith('/Users') ? 405 : 404;
      expect((await askRfc('POST', path, {})).status).toBe(posted);
      expect((await scim.ask('POST', path, {})).status).toBe(posted);
    },
  );
});

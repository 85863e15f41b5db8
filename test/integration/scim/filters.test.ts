import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ENTERPRISE_URN, ScimClient } from '../../support/scim-client.ts';

onEveryEngine('SCIM filters', ({ project }) => {
  const scim = new ScimClient(project);

  beforeAll(async () => {
    await scim.open();
    const ann = await scim.user('ann@example.com', {
      externalId: 'Emp-1',
      name: { givenName: 'Ann', familyName: "O'Neil" },
      title: '100%_sure',
      displayName: 'Ann of Green',
      [ENTERPRISE_URN]: { department: 'Sales', employeeNumber: '007' },
    });
    await scim.user('ben@example.com', { externalId: 'emp-1', name: { givenName: 'ben' }, active: false });
    await scim.user('CAM', { emails: [{ value: 'cam@example.com', primary: true }], title: '100 is sure' });
    await scim.group('Crew of "A"', [ann.id]);
  });

  const all = ['CAM', 'admin@example.com', 'ann@example.com', 'ben@example.com'];

  it.each([
    ['userName eq "ANN@example.com"', ['ann@example.com']],
    ['userName ne "ann@example.com"', ['CAM', 'admin@example.com', 'ben@example.com']],
    ['userName sw "AN"', ['ann@example.com']],
    ['userName ew ".com"', ['admin@example.com', 'ann@example.com', 'ben@example.com']],
    ['userName co "am"', ['CAM', 'admin@example.com', 'ann@example.com', 'ben@example.com']],
    ['userName eq "cam@example.com"', []],
    ['emails eq "cam@example.com"', ['CAM']],
    ['emails.value eq "cam@example.com"', ['CAM']],
    ['emails[type eq "work" and value co "cam"]', ['CAM']],
    ['emails[type eq "home"]', []],
    ['externalId eq "emp-1"', ['ben@example.com']],
    ['externalId pr', ['ann@example.com', 'ben@example.com']],
    ['not (externalId pr)', ['CAM', 'admin@example.com']],
    ['name.familyName eq "o\'neil"', ['ann@example.com']],
    ['name.familyName pr', ['admin@example.com', 'ann@example.com']],
    ['not (name.familyName eq "User")', ['CAM', 'ann@example.com', 'ben@example.com']],
    ['title ne "nothing"', all],
    ['title sw "100%_"', ['ann@example.com']],
    ['title eq null', ['admin@example.com', 'ben@example.com']],
    ['title ge "100 i"', ['CAM', 'ann@example.com']],
    ['title gt "100%"', ['ann@example.com']],
    ['title lt "100%"', ['CAM']],
    ['title le "100%"', ['CAM']],
    ['active eq true', ['CAM', 'admin@example.com', 'ann@example.com']],
    ['active ne true', ['ben@example.com']],
    ['active eq "False"', ['ben@example.com']],
    ['displayName co "green"', ['ann@example.com']],
    [`${ENTERPRISE_URN}:department eq "sales"`, ['ann@example.com']],
    ['employeeNumber eq "007"', ['ann@example.com']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.givenName eq "BEN"', ['ben@example.com']],
    ['groups.display sw "crew"', ['ann@example.com']],
    ['meta.created gt "2020-01-01T00:00:00Z"', ['CAM', 'ann@example.com', 'ben@example.com']],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    [
      'userName sw "a" and active eq true or userName eq "ben@example.com"',
      ['admin@example.com', 'ann@example.com', 'ben@example.com'],
    ],
    ['userName sw "a" and (active eq false or title pr)', ['ann@example.com']],
    ['NOT (userName sw "a") AND active EQ true', ['CAM']],
    ['not (userName sw "a" or not (active eq true))', ['CAM']],
  ])('%s', async (filter, names) => {
    expect(await scim.found(filter)).toEqual(names);
  });

  it('find groups by name and by members', async () => {
    const [{ id }] = (await scim.ask('GET', '/Users?filter=userName eq "ann@example.com"')).body.Resources;
    expect(await scim.found('displayName eq "crew of \\"A\\""', '/Groups')).toEqual(['Crew of "A"']);
    expect(await scim.found(`members[value eq "${id}"]`, '/Groups')).toEqual(['Crew of "A"']);
    const first = '00000000-0000-4000-8000-000000000001';
    expect(await scim.found(`members[value eq "${first}"]`, '/Groups')).toEqual(['Administrator']);
    expect(await scim.found('members pr', '/Groups')).toEqual(['Administrator', 'Crew of "A"']);
    expect(await scim.found(`groups.value eq "${first}"`)).toEqual(['admin@example.com']);
    expect(await scim.found(`members.value eq "nobody" or displayName sw "pub"`, '/Groups')).toEqual(['Public']);
  });

  it.each(
    [
      'userName',
      'userName eq',
      'eq "x"',
      'userName eq bare',
      'userName eq "open',
      'userName is "x"',
      'userName eq "x" and',
      'userName eq "x" userName eq "y"',
      '(userName eq "x"',
      'userName eq "x")',
      'not userName eq "x"',
      'emails[type eq "work"',
      'emails[type[value eq "x"] eq "y"]',
      'password eq "x"',
      'nonsense eq "x"',
      'phoneNumbers.value eq "1"',
      'userName eq 1',
      'active gt true',
      'active eq "perhaps"',
      'meta.created gt "yesterday"',
      'userName eq "x" or 1 eq 1',
      '__proto__ eq "x"',
      `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
      Array.from({ length: 101 }, () => 'userName pr').join(' or '),
      `userName eq "${'x'.repeat(9000)}"`,
    ].map((filter) => [filter.slice(0, 60), filter] as const),
  )('refuses %s', async (_start, filter) => {
    expect(await scim.found(filter)).toBe('400 invalidFilter');
  });

  it('page and sort their results', async () => {
    const page = async (query: string): Promise<readonly unknown[]> => {
      const { body } = await scim.ask('GET', `/Users?${query}`);
      const names = body.Resources.map(({ userName }: { readonly userName: string }) => userName);
      return [body.totalResults, body.startIndex, body.itemsPerPage, names];
    };
    const sorted = 'filter=userName co "example"&sortBy=userName&sortOrder=descending';
    expect(await page(`${sorted}&startIndex=2&count=2`)).toEqual([3, 2, 2, ['ann@example.com', 'admin@example.com']]);
    expect(await page('startIndex=-5&count=1')).toEqual([4, 1, 1, ['admin@example.com']]);
    expect(await page('startIndex=1e20&count=1000000000')).toEqual([4, 1e20, 0, []]);
    expect(await page('count=-1')).toEqual([4, 1, 0, []]);
    expect((await scim.ask('GET', '/Users?count=many')).body.scimType).toBe('invalidValue');
    expect((await scim.ask('GET', '/Users?sortBy=phoneNumbers')).body.scimType).toBe('invalidValue');
    const searched = await scim.ask('POST', '/Users/.search', {
      filter: 'title pr',
      attributes: ['title'],
      count: 1,
    });
    expect([searched.body.totalResults, Object.keys(searched.body.Resources[0])]).toEqual([
      2,
      ['schemas', 'id', 'title'],
    ]);
  });
});

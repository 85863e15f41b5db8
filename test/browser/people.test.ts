import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import type { Payload } from '../support/project.ts';
import { onStudio, studioOnEveryEngine } from '../support/studio.ts';

const HOSTILE = '<img src=x onerror=alert(1)> {{ 7*7 }}';
const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name, exact: true });

studioOnEveryEngine('people and access', ({ project, server, visit, picture, accessibilityFaults, once }) => {
  let editors: number;
  let ines: number;
  beforeAll(async () => {
    const add = async (path: string, body: Payload): Promise<number> =>
      (await project.write<{ id: number }>('POST', path, body)).id;
    editors = await add('/roles', { name: 'Editors' });
    const person = { password: 'Some-Secret-1', role: editors, status: 'active' };
    ines = await add('/users', { ...person, first_name: 'Ines', last_name: 'Marques', email: 'ines@example.com' });
    await add('/users', { ...person, first_name: 'Tom', last_name: 'Hale', email: 'tom@example.com' });
    const row = { role: editors, collection: 'articles', create: 'full', read: 'full', update: 'full', delete: 'mine' };
    await add('/permissions', { ...row, write_field_blacklist: ['featured'] });
    await add('/permissions', { role: editors, collection: 'authors', read: 'full', read_field_blacklist: ['email'] });
    const rule = {
      role: editors,
      collection: 'articles',
      action: 'update',
      filter: { 'author.city': { eq: 'Porto' } },
    };
    await add('/permissions/rules', rule);
  });
  const rowsFor = (collection: string): Promise<Payload[]> =>
    project.read<Payload[]>(`/permissions?filter[role]=${editors}&filter[collection]=${collection}&limit=-1&sort=id`);

  it('the matrix is navigated and changed with the keyboard alone, undone, and saved', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await cell(page, 'Tags, Read: nothing').focus();
    await page.keyboard.press('Space');
    await cell(page, 'Tags, Read: own items').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await cell(page, 'Tags, Read: everything').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await cell(page, 'Tags, Change: own items').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await cell(page, 'Tags, Change: nothing').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Editors change Tags' }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Tags, Change: nothing');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Editors is saved.').waitFor();
    expect(await rowsFor('tags')).toMatchObject([{ read: 'full', update: 'none' }]);
  });

  it('a cell opens its rule, its fields, and the number of items that match for a person', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await cell(page, 'Articles, Change: by a rule').click();
    await page.getByText(/of 1\d items of Articles match/).waitFor();
    await page.getByRole('button', { name: 'Author › City is Porto' }).waitFor();
    await picture(page, 'people-access');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write the filter as text' }).click();
    const line = page.getByRole('combobox', { name: 'Filter as text' });
    await line.fill('author.city = Porto and minutes < 6');
    await line.press('Enter');
    await page.getByRole('button', { name: 'Minutes', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Editors is saved.').waitFor();
    const [rule] = await project.read<Payload[]>(`/permissions/rules?role=${editors}`);
    expect(rule?.filter).toEqual({ 'author.city': { eq: 'Porto' }, minutes: { lt: '6' } });
    expect(await rowsFor('articles')).toMatchObject([{ write_field_blacklist: ['featured', 'minutes'] }]);
  });

  it('a rule presets fields of new items, and explains why somebody may create them', async () => {
    const page = await visit(`/people/roles/${editors}?cell=create.articles`);
    const filled = page.getByRole('group', { name: 'Filled in by the rule:' });
    await filled.getByRole('combobox', { name: 'Fill in a field…' }).selectOption('minutes');
    await filled.getByRole('textbox', { name: 'Minutes' }).fill('5');
    await filled.getByRole('textbox', { name: 'Minutes' }).blur();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Editors is saved.').waitFor();
    const rules = await project.read<Payload[]>(`/permissions/rules?role=${editors}`);
    expect(rules.find(({ action }) => action === 'create')).toMatchObject({ presets: { minutes: 5 } });
    const why = page.getByRole('region', { name: 'Why?' });
    await why.getByRole('button', { name: 'Ask for Ines Marques' }).click();
    await why.getByRole('heading', { name: /^Ines Marques may create items of/ }).waitFor();
    await why.getByText(/^Does not write: .*Featured/).waitFor();
    await picture(page, 'people-presets');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('explains why somebody may not, with the compared values', async () => {
    const page = await visit(`/people/roles/${editors}?cell=update.articles`);
    const why = page.getByRole('region', { name: 'Why?' });
    await why.getByLabel('Person').selectOption('Ines Marques');
    await why.getByRole('combobox', { name: 'Item' }).fill('Night Train');
    await page.getByRole('option', { name: 'The Night Train to Trieste' }).click();
    await why.getByRole('heading', { name: 'Ines Marques may not change “The Night Train to Trieste”' }).waitFor();
    await why.getByText('Articles, Change').waitFor();
    await why.getByText(/Author › City is .* here\./).waitFor();
    await why.getByRole('button', { name: 'Open rule' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'studio-access');
  });

  it('rights by status expand, and changing one leaves the others as they were', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await page.getByRole('rowheader', { name: 'Articles', exact: true }).click();
    await cell(page, 'Articles, Draft, Delete: own items').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.getByText('1 collection changed').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Editors is saved.').waitFor();
    const rows = await rowsFor('articles');
    expect(rows.map(({ status, delete: level }) => [status, level])).toEqual(
      expect.arrayContaining([
        ['draft', 'full'],
        ['published', 'mine'],
      ]),
    );
  });

  it('all roles are listed, with their purpose and the number of their users', async () => {
    const page = await visit('/people/roles');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.filter({ hasText: 'Public' }).getByText('Not signed in').waitFor();
    await picture(page, 'roles-list');
    expect(await accessibilityFaults(page)).toEqual([]);
    await rows.getByRole('link', { name: 'Editors' }).click();
    await page.getByRole('heading', { name: 'Editors' }).waitFor();
    const narrow = await visit('/people/roles', { width: 390, theme: 'dark' });
    await narrow.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    await picture(narrow, 'roles-list-narrow');
    expect(await accessibilityFaults(narrow)).toEqual([]);
  });

  it('two roles are compared, and one is duplicated with its rules', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await page.getByRole('button', { name: 'Compare with…' }).click();
    await page.getByRole('menuitem', { name: 'Public' }).click();
    await cell(page, /Articles, Create: everything → nothing/).waitFor();
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await page.getByRole('button', { name: 'Duplicate role' }).click();
    await page.getByLabel('Name').fill('Guests');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Guests' }).waitFor();
    const [made] = await project.read<{ id: number }[]>('/roles?filter[name]=Guests');
    const rulesOf = (role: number | undefined) => project.read<object[]>(`/permissions/rules?role=${role}`);
    expect(await rulesOf(made?.id)).toHaveLength((await rulesOf(editors)).length);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete role' }).click();
    await page.getByText('Nobody has this role.').waitFor();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText('Guests is deleted.').waitFor();
  });

  once('leaving asks before it discards changes, and there is nothing to decide about administrators', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await cell(page, 'Comments, Read: nothing').focus();
    await page.keyboard.press('Space');
    await page.getByRole('link', { name: /Administrator/ }).click();
    await page.getByRole('button', { name: 'Discard' }).last().click();
    await page.getByText('Administrators may do everything.', { exact: false }).waitFor();
    await cell(page, 'Comments, Delete: everything').click();
    expect(new URL(page.url()).searchParams.get('cell')).toBeNull();
  });

  once('addresses of a role are validated during typing, and one’s own access stays open', async () => {
    const page = await visit('/people/roles/1?view=settings', { width: 390 });
    const addresses = page.getByRole('textbox', { name: /Addresses/ });
    await addresses.fill('10.0.0.0/40');
    await page.getByText('“10.0.0.0/40” is not an address, a network or a range.').waitFor();
    await addresses.fill('203.0.113.0/24');
    await page.getByText(/This would lock you out/).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  once('several people are invited at once, and each address gets its own result', async () => {
    const page = await visit('/people/users');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('E-mail addresses').fill('new@example.com, ines@example.com\nnot an address');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite 3 people' }).click();
    await page.getByRole('listitem').filter({ hasText: 'new@example.com' }).getByText('invited').waitFor();
    await page.getByText('already has an account').waitFor();
    await page.getByText('refused: not an e-mail address').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: /Invitations/ }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of new@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('a user is found, signed out and suspended', async () => {
    await fetch(`${server.base}/${project.key}/auth/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.5.0' },
      body: JSON.stringify({ email: 'ines@example.com', password: 'Some-Secret-1' }),
    });
    const page = await visit('/people/users');
    await page.getByRole('searchbox', { name: 'Search people' }).fill('Ines');
    await page.getByRole('link', { name: /Ines Marques/ }).click();
    await page.getByText('Signed in', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'people-user');
    await page.getByRole('button', { name: 'End the session of curl' }).click();
    await page.getByText('Not signed in anywhere.').waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Ines Marques is suspended.').waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Ines Marques is active.').waitFor();
    expect(await project.read(`/users/${ines}?fields=status`)).toEqual({ status: 'active' });
  });

  it('keys of all users are listed, created and revoked', async () => {
    const page = await visit('/people/keys');
    await page.getByText('There are no keys yet.').waitFor();
    await page.getByLabel('For whom the new key acts').selectOption('for Ines Marques');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Website');
    await page.keyboard.press('Enter');
    await page.locator('[data-key]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('of Ines Marques').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await project.read<Payload[]>('/users/keys')).toMatchObject([{ name: 'Website', user: ines }]);
  });

  once('names are plain text, whatever they contain, in the dark theme and narrow windows', async () => {
    await project.write('POST', '/roles', { name: HOSTILE });
    const user = { first_name: HOSTILE, last_name: 'X', email: 'x@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...user, role: editors, status: 'active' });
    const page = await visit('/people/users', { theme: 'dark', width: 390 });
    await page.getByText(`${HOSTILE} X`).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'people-users-390-dark');
    await page.goto(page.url().replace(/users$/, `roles/${editors}?cell=update.articles`));
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /Editors change Articles/ })
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'people-cell-390-dark');
  });
});

studioOnEveryEngine('rights of a role', ({ project, visit }) => {
  it('are given by status and by a rule, saved, and take effect', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' });
    const page = await visit(`/people/roles/${role}?cell=read.articles`);
    await page.getByRole('combobox', { name: 'Writers read Articles' }).selectOption('by a rule');
    await page.getByRole('button', { name: 'Owner is the person' }).click();
    await page.getByRole('rowheader', { name: 'Articles', exact: true }).click();
    await cell(page, 'Articles, Draft, Change: nothing').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Writers is saved.').waitFor();
    const question = { role, collection: 'articles', action: 'read', item: 1 };
    const { body } = await project.ask('POST', '/permissions/explain', question);
    expect(body.data).toMatchObject({ allowed: false, rules: [{ filter: { owner: { eq: '$me' } } }] });
    const rows = await project.read<Payload[]>(`/permissions?filter[role]=${role}&filter[collection]=articles`);
    expect(rows.map(({ status, update }) => `${status} ${update}`).sort()).toEqual([
      'deleted none',
      'draft mine',
      'published none',
    ]);
  });
});

onStudio('information about people', ({ project, visit }) => {
  it('is their last visit and their activity, and only the address for people who are invited', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' });
    const signIn = { email: 'nora@example.com', password: 'Some-Secret-1' };
    const person = { ...signIn, role, status: 'active', first_name: 'Nora', last_name: 'Lind' };
    const { id } = await project.write<{ id: number }>('POST', '/users', person);
    await visit('/me', { as: signIn });
    await expect.poll(() => project.read(`/users/${id}?fields=last_page`)).toEqual({ last_page: `/${project.key}/me` });
    await project.write('POST', '/users/invite', { email: ['later@example.com'], role });
    await project.write('PATCH', '/items/tags/1', { color: '#123456' });
    const tag = await project.read<Payload>('/items/tags/1?fields=name');
    const page = await visit('/people/users');
    const invited = page.getByRole('listitem').filter({ hasText: 'later@example.com' });
    await invited.waitFor();
    expect(await invited.getByText('later@example.com').count()).toBe(1);
    await page.getByRole('listitem').filter({ hasText: 'Nora Lind' }).getByText('now').waitFor();
    await page.getByRole('link', { name: /Admin User/ }).click();
    await page.getByText(`Changed ${tag.name} in Tags`).first().waitFor();
  });
});

onStudio('people and access, while answers are slow', ({ project, visit }) => {
  let role: number;
  beforeAll(async () => {
    role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' })).id;
    await project.write('POST', '/permissions', { role, collection: 'articles', read: 'full' });
    const person = { password: 'Some-Secret-1', role, status: 'draft', first_name: 'Ines', last_name: 'Marques' };
    await project.write('POST', '/users', { ...person, email: 'ines@example.com' });
  });

  /** Holds back answers to reads with a matching address, until the returned function is called. */
  async function holdBack(page: Page, address: RegExp): Promise<() => void> {
    const come = deferred();
    await page.route(address, async (route) => {
      if (route.request().method() === 'GET') await come.promise;
      await route.continue();
    });
    return come.resolve;
  }

  it('rights are copied and a role is duplicated only after the rights have arrived', async () => {
    const page = await visit('/people/roles');
    const letGo = await holdBack(page, /\/permissions\?/);
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Editors' }).click();
    const duplicate = page.getByRole('button', { name: 'Duplicate role' });
    const copy = page.getByRole('menuitem', { name: 'Copy rights…' });
    await duplicate.waitFor();
    expect(await duplicate.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'More' }).click();
    expect(await copy.getAttribute('aria-disabled')).toBe('true');
    letGo();
    await expect.poll(() => copy.getAttribute('aria-disabled')).toBeNull();
    expect(await duplicate.isDisabled()).toBe(false);
  });

  it('a role is deleted only once its users are known', async () => {
    const page = await visit();
    const letGo = await holdBack(page, /\/users\?.*aggregate/);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('link', { name: 'Editors', exact: true }).click();
    const remove = page.getByRole('menuitem', { name: 'Delete role' });
    await page.getByRole('button', { name: 'More' }).click();
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByText('0 people').count()).toBe(0);
    letGo();
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBeNull();
    await remove.click();
    await page.getByLabel('What becomes of them').waitFor();
  });

  it('a role whose users could not be counted says so in its deletion dialog, and they are counted again', async () => {
    const page = await visit('/me');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.route(/\/users\?.*aggregate/, (route) => route.abort());
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('link', { name: 'Editors', exact: true }).click();
    await page.getByRole('button', { name: 'More' }).click();
    const remove = page.getByRole('menuitem', { name: 'Delete role' });
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBeNull();
    await remove.click();
    const dialog = page.getByRole('dialog', { name: 'Delete Editors?' });
    await dialog.getByRole('alert').getByText('could not be read').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete role' }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByLabel('What becomes of them').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete role' }).isDisabled()).toBe(false);
  });

  it('a right that is changed while others are being saved is kept, and saved next', async () => {
    const page = await visit(`/people/roles/${role}`);
    const step = async (name: string): Promise<void> => {
      await cell(page, name).focus();
      await page.keyboard.press('Space');
    };
    await step('Tags, Read: nothing');
    const letGo = await holdBack(page, /\/permissions\?/);
    await page.keyboard.press('ControlOrMeta+s');
    await step('Tags, Change: nothing');
    await step('Authors, Read: nothing');
    letGo();
    await page.getByText('Editors is saved.').waitFor();
    await page.getByText('2 collections changed').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('2 collections changed').waitFor({ state: 'detached' });
    const rows = await project.read<Payload[]>(`/permissions?filter[role]=${role}&limit=-1`);
    const rowOf = (name: string) => rows.filter(({ collection }) => collection === name);
    expect(rowOf('tags')).toMatchObject([{ read: 'mine', update: 'mine' }]);
    expect(rowOf('authors')).toMatchObject([{ read: 'mine' }]);
  });

  it('text typed about a user survives a reload of the data', async () => {
    const page = await visit('/people/users');
    await page.getByRole('link', { name: /Ines Marques/ }).click();
    await page.getByLabel('Company').fill('The Harbour Review');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Ines Marques is active.').waitFor();
    await page.getByRole('button', { name: 'Activate' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Company').inputValue()).toBe('The Harbour Review');
  });
});

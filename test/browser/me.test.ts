import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { codeOf } from '../support/one-time-codes.ts';
import { ADMIN_PASSWORD } from '../support/project.ts';
import { onStudio } from '../support/studio.ts';
import { tryToLeave } from '../support/trying-to-leave.ts';

onStudio("the user's own pages", ({ visit, project, server, picture }) => {
  const addPerson = async (name: string): Promise<{ email: string; password: string }> => {
    const person = { email: `${name}@example.com`, password: `${name}-Secret-1` };
    await project.write('POST', '/users', {
      ...person,
      first_name: name,
      last_name: 'Example',
      status: 'active',
      role: 1,
    });
    return person;
  };
  const signInElsewhere = async (person: object): Promise<void> => {
    await fetch(`${server.base}/${project.key}/auth/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.5.0' },
      body: JSON.stringify(person),
    });
  };

  it('the profile is changed, and Studio uses the chosen language', async () => {
    const page = await visit('/me', { as: await addPerson('ida') });
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByLabel('Title').fill('Editor');
    await page.getByLabel('First name').fill('Ida Maria');
    await page.getByLabel('Language').selectOption('Deutsch');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'me-profile');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Ida Maria Example' }).waitFor();
    const [ida] = await project.read<object[]>('/users?filter[email]=ida@example.com');
    expect(ida).toMatchObject({ first_name: 'Ida Maria', title: 'Editor', locale: 'de-DE' });
  });

  it('text typed into the profile while it is being saved stays, and is saved next', async () => {
    const page = await visit('/me', { as: await addPerson('eva') });
    const come = deferred();
    await page.route('**/users/me', async (route) => {
      if (route.request().method() === 'PATCH') await come.promise;
      await route.continue();
    });
    await page.getByLabel('First name').fill('Eva Maria');
    await page.getByLabel('Company').fill('The Magazine');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByLabel('Title').fill('Editor');
    await page.getByLabel('Company').fill('');
    come.resolve();
    await page.getByRole('heading', { name: 'Eva Maria Example' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Editor');
    expect(await page.getByLabel('Company').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    const [eva] = await project.read<object[]>('/users?filter[email]=eva@example.com');
    expect(eva).toMatchObject({ first_name: 'Eva Maria', title: 'Editor', company: null });
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Editor');
  });

  it('sessions are listed by device, and ended', async () => {
    const person = await addPerson('lea');
    const page = await visit('/me/sessions', { as: person });
    await signInElsewhere(person);
    await page.reload();
    await page.getByText('this one').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'me-sessions');
    await page.getByRole('button', { name: 'End the session of curl' }).click();
    await page.getByText('One session has ended.').waitFor();
    await page.getByText('You are not signed in anywhere else.').waitFor();
  });

  it('the focus stays near keys that are revoked, and on a button that was busy', async () => {
    for (const name of ['One', 'Two']) await project.write('POST', '/users/1/keys', { name });
    const page = await visit('/me/keys');
    const hasFocus = (name: string) =>
      expect
        .poll(() => page.getByRole('button', { name, exact: true }).evaluate((is) => is === document.activeElement))
        .toBe(true);
    for (const [name, next] of [
      ['Two', 'Revoke One'],
      ['One', 'Create a key'],
    ] as const) {
      await page.getByRole('button', { name: `Revoke ${name}` }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
      await page.getByRole('button', { name: `Revoke ${name}` }).waitFor({ state: 'detached' });
      await hasFocus(next);
    }
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Company').fill('The Magazine');
    await page.route('**/users/me', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Save profile' }).press('Enter');
    await page.getByRole('alert').waitFor();
    await hasFocus('Save profile');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('the theme is chosen with the keyboard and follows the user; rows are dense in this browser only', async () => {
    const page = await visit('/me/look', { as: await addPerson('tom') });
    await page.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.locator('html[data-density=compact]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'me-look-dark');
    const dark = () => project.read<object[]>('/users?filter[email]=tom@example.com');
    await expect.poll(dark).toMatchObject([{ theme: 'dark' }]);
  });

  it('a new password is set, and a second factor is set up and removed with proof', async () => {
    const page = await visit('/me/security', { as: await addPerson('uma'), width: 390 });
    await page.getByLabel('New password').fill('a much better sentence');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your new password is set.').waitFor();
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replace(/\s/g, '');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'me-factor-390');
    await page.getByLabel('Code that the app shows').fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await page.getByText('Your second factor is set up.').waitFor();
    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByLabel('Current code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('The e-mail address or the password is wrong').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('a much better sentence');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Your second factor is removed.').waitFor();
  });

  it('an API key is created, shown once, works within its limits, and is revoked', async () => {
    const page = await visit('/me/keys', { as: await addPerson('kai') });
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('Website');
    await dialog.getByLabel('Collections').selectOption('Only these');
    await dialog.getByLabel('Articles', { exact: true }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'me-key');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    const key = (await dialog.locator('[data-key]').textContent()) ?? '';
    expect((await project.ask('GET', '/items/articles?limit=1', undefined, key)).status).toBe(200);
    expect((await project.ask('GET', '/items/authors?limit=1', undefined, key)).status).not.toBe(200);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('read-only · 1 collection').waitFor();
    await page.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no keys yet.').waitFor();
  });

  it('a new API key is shown even if the user tries to leave before it arrives', async () => {
    const page = await visit('/me/keys', { as: await addPerson('ina') });
    const [asked, answered] = [deferred(), deferred()];
    await page.route('**/users/me/keys', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      asked.resolve();
      await answered.promise;
      return route.continue();
    });
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('Website');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await asked.promise;
    await tryToLeave(page);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    answered.resolve();
    const key = (await dialog.locator('[data-key]').textContent()) ?? '';
    expect((await project.ask('GET', '/items/articles?limit=1', undefined, key)).status).toBe(200);
  });

  it('a session that ends during a change asks for the password above the page, and nothing typed is lost', async () => {
    const person = await addPerson('zoe');
    const page = await visit('/me', { as: person });
    await page.getByLabel('Company').fill('The Magazine');
    // Any pending request would find out first.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await picture(page, 'session-ended');
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Company').inputValue()).toBe('The Magazine');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
  });

  it('signing out leads to the sign-in page, and the way back is closed', async () => {
    const page = await visit('/me', { as: { email: 'admin@example.com', password: ADMIN_PASSWORD } });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
    await page.goto(`/studio/${project.key}/me`);
    await page.waitForURL(/\/sign-in\?next=/);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeNotes } from '../support/notes.ts';
import { codeOf } from '../support/one-time-codes.ts';
import { ADMIN_PASSWORD } from '../support/project.ts';
import { onStudio } from '../support/studio.ts';

onStudio('a session that ends on the home page', ({ visit }) => {
  it('can be begun again, and a refusal is put in words', async () => {
    const page = await visit('');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const refused = { status: 401, json: { error: { code: 3, message: 'Unauthorized request' } } };
    await page.route('**/activity?*', (route) => route.fulfill(refused));
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.unroute('**/activity?*');
    await dialog.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByText('That did not work').count()).toBe(0);
  });
});

onStudio('a session that ends while a page is open', ({ visit, project, picture }) => {
  beforeAll(() => makeNotes(project));

  const SECRET = 'JBSWY3DPEHPK3PXP';
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  const signIn = async (page: Page, password = ADMIN_PASSWORD): Promise<void> => {
    await dialogOf(page).getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  };

  it('because of another role continues after sign-in with the permissions of that role', async () => {
    const person = { email: 'demoted@example.com', password: 'Demoted-Secret-1' };
    const names = { first_name: 'Dora', last_name: 'Moss' };
    const user = { ...person, ...names, status: 'active', role: 1 };
    const { id } = await project.write<{ id: number }>('POST', '/users', user);
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Demoted' });
    const page = await visit('/developer/failures', { as: person });
    await page.getByRole('link', { name: 'Webhooks' }).waitFor();
    await page.waitForLoadState('networkidle');
    await project.write('PATCH', `/users/${id}`, { role });
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await signIn(page, person.password);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await picture(page, 'session-other-role');
    await page.waitForLoadState('networkidle');
    expect(await dialogOf(page).count()).toBe(0);
  });

  it('says why a sign-in is refused, and asks for the code of a second factor', async () => {
    const person = { email: 'refused@example.com', password: 'Refused-Secret-1' };
    const user = { ...person, first_name: 'Ruth', last_name: 'Moss', status: 'active', role: 1 };
    const { id } = await project.write<{ id: number }>('POST', '/users', user);
    const page = await visit('/content/notes', { as: person });
    await page.getByRole('searchbox').waitFor();
    await page.waitForLoadState('networkidle');
    await project.write('PATCH', `/users/${id}`, { status: 'suspended' });
    await page.getByRole('searchbox').fill('river');
    await signIn(page, 'not the password');
    await dialogOf(page).getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(page, person.password);
    await dialogOf(page).getByText('This account is suspended.').waitFor();
    await project.write('PATCH', `/users/${id}`, { status: 'active', '2fa_secret': SECRET });
    await signIn(page, person.password);
    await dialogOf(page).getByLabel('Code').fill(codeOf(SECRET));
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('can be renewed on the sign-in page', async () => {
    const page = await visit('/content/notes');
    await page.getByRole('searchbox').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('searchbox').fill('river');
    await dialogOf(page).getByRole('link', { name: 'Other ways to sign in' }).click();
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await dialogOf(page).count()).toBe(0);
  });

  it.each(['', '&layout=cards'])('is noticed by a search, which is retried after sign-in%s', async (layout) => {
    await project.write('POST', '/items/notes', { title: `Found rivers${layout}` });
    const page = await visit(`/content/notes?columns=title${layout}`);
    await page.getByRole('link', { name: `Found rivers${layout}` }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('searchbox').fill('Found');
    await signIn(page);
    await page.getByRole('link', { name: `Found rivers${layout}` }).waitFor();
    expect(await page.getByText('Your role does not allow this.').count()).toBe(0);
  });

  it('is noticed by an upload, which is retried after sign-in', async () => {
    const page = await visit('/files');
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    const file = { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('Late.') };
    await page.locator('input[data-upload]').setInputFiles([file]);
    await signIn(page);
    await page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded').waitFor();
  });

  it('opens the requested item after sign-in', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', { title: 'Waiting rivers' });
    const page = await visit('/content/notes?columns=title');
    const link = page.getByRole('link', { name: 'Waiting rivers' });
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await link.click();
    await signIn(page);
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Waiting rivers');
    expect(page.url()).toMatch(new RegExp(`/${id}$`));
  });

  it('saves an edited cell after sign-in', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', { title: 'Cells', size: 4 });
    const page = await visit('/content/notes?columns=title,size&q=Cells');
    await page.getByRole('link', { name: 'Cells' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Size' }).fill('44');
    await page.keyboard.press('Enter');
    await signIn(page);
    await page.getByText('Size is saved.').waitFor();
    expect(await project.read(`/items/notes/${id}?fields=size`)).toEqual({ size: 44 });
  });
});

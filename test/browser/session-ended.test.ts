import { expect, it } from 'vitest';
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

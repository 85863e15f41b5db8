import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { id, owner, text } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

onStudio('a user who signs in after another in the same window', ({ visit, project }) => {
  const bea = { email: 'bea@example.com', password: 'Bea-Secret-1' };
  let ada: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'diaries',
      fields: [id, text('title', { interface: 'text-input' }), { ...owner, interface: 'owner' }],
    });
    const files = { collection: 'directus_files', create: 'full', read: 'full' };
    const own = { collection: 'diaries', create: 'full', read: 'mine', update: 'mine', delete: 'mine' };
    ada = await makePerson(project, 'ada', [own, files]);
    const [found] = await project.read<{ role: number }[]>(`/users?filter[email]=${ada.email}&fields=role`);
    await project.write('POST', '/users', {
      ...bea,
      role: found?.role,
      status: 'active',
      first_name: 'Bea',
      last_name: 'N',
    });
  });

  /** Ada signs out, and Bea signs in. */
  async function change(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'You', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
    await page.getByLabel('E-mail').fill(bea.email);
    await page.getByLabel('Password', { exact: true }).fill(bea.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  }

  it('does not upload the files that the other has left', async () => {
    const page = await visit('/files', { as: ada });
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    const come = deferred();
    await page.route('**/files?*', async (route) => {
      if (route.request().method() === 'POST') await come.promise;
      await route.continue().catch(() => undefined);
    });
    const files = [1, 2, 3, 4].map((n) => ({
      name: `left${n}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${n}`),
    }));
    await page.locator('input[data-upload]').setInputFiles(files);
    await page.getByText('Uploading 4 files').waitFor();
    await change(page);
    come.resolve();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    expect(await project.read('/files?filter[filename_download][contains]=left')).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('does not see the list that the other has left', async () => {
    const page = await visit('/content/diaries/+', { as: ada });
    await page.getByLabel('Title').fill('What Ada thinks');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Diaries' }).first().click();
    await page.getByRole('row').filter({ hasText: 'What Ada thinks' }).waitFor();
    await change(page);
    const come = deferred();
    await page.route('**/items/diaries?*', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Diaries' }).first().click();
    await page.getByRole('heading', { name: 'Diaries' }).waitFor();
    expect(await page.getByText('What Ada thinks').count()).toBe(0);
    come.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

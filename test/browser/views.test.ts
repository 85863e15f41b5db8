import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import type { Payload } from '../support/project.ts';
import { studioOnEveryEngine } from '../support/studio.ts';

const banner = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'View as somebody else' }).getByText(`You are seeing this as ${name}.`);

studioOnEveryEngine('viewing a project as somebody else', ({ project, visit, picture, accessibilityFaults, once }) => {
  let editors: number;
  let ines: number;
  beforeAll(async () => {
    const add = async (path: string, body: Payload): Promise<number> =>
      (await project.write<{ id: number }>('POST', path, body)).id;
    editors = await add('/roles', { name: 'Editors' });
    const person = { password: 'Some-Secret-1', role: editors, status: 'active' };
    await uploadTo(project, 'ines.jpg', await jpeg(5));
    const [avatar] = await project.read<{ id: number }[]>('/files?sort=-id&limit=1&fields=id');
    await add('/permissions', { role: editors, collection: 'directus_files', read: 'full' });
    ines = await add('/users', {
      ...person,
      avatar: avatar?.id,
      first_name: 'Ines',
      last_name: 'Marques',
      email: 'ines@example.com',
    });
    await add('/permissions', { role: editors, collection: 'articles', create: 'full', read: 'full', update: 'full' });
    await add('/permissions', { role: editors, collection: 'authors', read: 'full' });
  });

  it('shows what a user sees, changes nothing, and leads back', async () => {
    const page = await visit(`/people/users/${ines}`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'View as Ines Marques' }).click();
    await banner(page, 'Ines Marques').waitFor();
    const portrait = page.locator('img.avatar').first();
    expect(await portrait.getAttribute('src')).toMatch(/\/assets\/.*&view_as=ey/);
    await page.getByRole('link', { name: 'People and roles' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Content' }).click();
    await page
      .getByRole('link', { name: /^Articles/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /^Tags/ }).count()).toBe(0);
    await page.goto(page.url().replace(/\/studio\/([^/]+).*/, '/studio/$1/content/articles/1'));
    const title = page.getByRole('textbox', { name: 'Title' }).first();
    const before = await title.inputValue();
    await title.fill('Changed by nobody');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Nothing was changed: you are seeing this as Ines Marques.').first().waitFor();
    expect(await project.read<Payload>('/items/articles/1')).toMatchObject({ title: before });
    await picture(page, 'view-as-item');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.waitForURL(/people\/users\/\d+$/);
    await page.getByRole('heading', { name: 'Ines Marques' }).waitFor();
    expect(await page.getByText('You are seeing this as').count()).toBe(0);
  });

  it('shows no picture and opens no file within texts that the user may not see, and stores their addresses unchanged', async () => {
    await project.write('POST', '/fields/articles', {
      field: 'leaflet',
      type: 'string',
      datatype: 'TEXT',
      interface: 'wysiwyg',
    });
    await uploadTo(project, 'secret.jpg', await jpeg(6));
    const [file] = await project.read<{ private_hash: string }[]>('/files?sort=-id&limit=1&fields=private_hash');
    const address = `/${project.key}/assets/${file?.private_hash}`;
    const leaflet = `<p><a href="${address}">Paper</a> <a href="https://example.com/">Away</a> Look: <img src="${address}" alt="Rich"></p>`;
    const body = `![Plain](${address}?view_as=mine) [Sheet](${address}) [Page](/studio/${project.key}) [Far](https://example.com/)`;
    await project.write('PATCH', '/items/articles/2', { leaflet, body });
    const readers = await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' });
    const right = { role: readers.id, collection: 'articles', create: 'full', read: 'full', update: 'full' };
    await project.write('POST', '/permissions', right);
    const query = `filter[role]=${readers.id}&filter[collection]=directus_files`;
    const [files] = await project.read<{ id: number }[]>(`/permissions?${query}`);
    await project.write('PATCH', `/permissions/${files?.id}`, { read: 'none' });
    await project.write('POST', '/settings', { key: 'private_assets', value: '1' });
    const answers = new Set<number>();
    const page = await visit(`/people/roles/${readers.id}`);
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === address) answers.add(response.status());
    });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'View as Readers' }).click();
    await banner(page, 'Readers').waitFor();
    await page.goto(page.url().replace(/\/studio\/([^/]+).*/, '/studio/$1/content/articles/2'));
    const rich = page.getByRole('textbox', { name: 'Leaflet' });
    const asks = new RegExp(`${address}\\?view_as=ey[^&]*$`);
    await expect.poll(() => rich.getByRole('img', { name: 'Rich' }).getAttribute('src')).toMatch(asks);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect.poll(() => page.getByRole('img', { name: 'Plain' }).getAttribute('src')).toMatch(asks);
    await expect.poll(() => [...answers]).toEqual([404]);
    const leadsTo = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await leadsTo('Paper')).toMatch(asks);
    expect(await leadsTo('Sheet')).toMatch(asks);
    expect(await leadsTo('Page')).toBe(`/studio/${project.key}`);
    expect([await leadsTo('Away'), await leadsTo('Far')]).toEqual(['https://example.com/', 'https://example.com/']);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sheet' }).click();
    const sheet = await opened;
    await sheet.getByText('"error"').waitFor();
    await sheet.close();
    await rich.press('End');
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Source' }).click();
    const source = await page.getByRole('textbox', { name: 'Leaflet' }).inputValue();
    expect(source).toContain(`src="${address}"`);
    expect(source).toContain(`href="${address}"`);
    expect(source).toContain('!');
  });

  once('uploads nothing', async () => {
    await project.write('POST', '/permissions', { role: editors, collection: 'directus_files', create: 'full' });
    const page = await visit(`/people/users/${ines}`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'View as Ines Marques' }).click();
    await banner(page, 'Ines Marques').waitFor();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const file = { name: 'viewed.txt', mimeType: 'text/plain', buffer: Buffer.from('Viewed.') };
    await page.locator('input[data-upload]').setInputFiles([file]);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('Nothing was changed: you are seeing this as Ines Marques.').waitFor();
    expect(await project.read('/files?filter[filename_download]=viewed.txt')).toEqual([]);
  });

  once('can be begun and ended with the keyboard, as a role too', async () => {
    const page = await visit(`/people/roles/${editors}`);
    await page.getByRole('heading', { name: 'Editors' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('view as');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Find a person or a role' }).fill('edit');
    await picture(page, 'view-as-choice');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await banner(page, 'Editors').waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('stop viewing');
    await page.keyboard.press('Enter');
    await page.waitForURL(/people\/roles\/\d+$/);
  });

  once.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('frames every page at %i px, %s', async (width, theme) => {
    const page = await visit(`/people/roles/${editors}`, { width, theme });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'View as Editors' }).click();
    await banner(page, 'Editors').waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `view-as-home-${theme}`);
    const home = page.url();
    for (const path of ['/content/articles', '/nowhere/at/all']) {
      await page.goto(home + path);
      await banner(page, 'Editors').waitFor();
    }
  });

  it('says when it has ended, and offers the way back', async () => {
    const page = await visit(`/people/users/${ines}`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'View as Ines Marques' }).click();
    await banner(page, 'Ines Marques').waitFor();
    await page.getByRole('link', { name: 'Content' }).waitFor();
    await project.write('PATCH', `/users/${ines}`, { status: 'suspended' });
    await page.getByRole('link', { name: 'Content' }).click();
    await page.getByText('The view as Ines Marques has ended.').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(/people\/users\/\d+$/);
    await project.write('PATCH', `/users/${ines}`, { status: 'active' });
  });
});

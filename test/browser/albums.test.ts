import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeAlbum, makeAlbums } from '../support/albums.ts';
import { accessibilityFaults } from '../support/axe.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

onStudio('lists of an item', ({ visit, picture, project }) => {
  const files: number[] = [];
  beforeAll(async () => {
    await makeAlbums(project);
    for (const [at, name] of ['dawn.jpg', 'noon.jpg', 'dusk.jpg'].entries())
      files.push(await uploadTo(project, name, await jpeg(60 + 70 * at)));
  });

  /** The body that saving the page sends. */
  async function saved(page: Page): Promise<unknown> {
    const request = page.waitForRequest((each) => each.method() === 'PATCH');
    await page.keyboard.press('Control+s');
    expect((await (await request).response())?.status()).toBe(200);
    return (await request).postDataJSON();
  }
  const titles = (page: Page, group: string): Promise<string[]> =>
    page.getByRole('group', { name: group }).locator('li .title').allTextContents();
  const tracksOf = async (album: number): Promise<string[]> =>
    (await project.read<{ name: string }[]>(`/items/tracks?filter[album]=${album}&sort=order`)).map(({ name }) => name);

  /** A new role may do everything with files; `levels` adds further rights. */
  async function allowFiles({ email }: { readonly email: string }, levels: object): Promise<void> {
    const [user] = await project.read<{ role: number }[]>(`/users?filter[email]=${email}&fields=role`);
    const asked = `filter[collection]=directus_files&filter[role]=${user?.role}&fields=id`;
    const [row] = await project.read<{ id: number }[]>(`/permissions?${asked}`);
    await project.write('PATCH', `/permissions/${row?.id}`, levels);
  }

  it('can be reordered by dragging', async () => {
    const album = await makeAlbum(project, 'Harbour songs', ['One', 'Two', 'Three']);
    const page = await visit(`/content/albums/${album}`);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await page.getByRole('button', { name: 'Move Three', exact: true }).dragTo(row('One'));
    await expect
      .poll(async () => (await titles(page, 'Tracks')).map((each) => each.trim()))
      .toEqual(['Three', 'One', 'Two']);
    await picture(page, 'rows-dragged');
    expect(await accessibilityFaults(page)).toEqual([]);
    await saved(page);
    expect(await tracksOf(album)).toEqual(['Three', 'One', 'Two']);
  });

  it('can be reordered with the arrow keys, and the new position of a row is announced', async () => {
    const album = await makeAlbum(project, 'Night songs', ['One', 'Two', 'Three']);
    const page = await visit(`/content/albums/${album}`, { theme: 'dark' });
    const grip = page.getByRole('button', { name: 'Move One', exact: true });
    await grip.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('One is now 2 of 3').waitFor();
    await expect.poll(() => grip.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.getByText('One is now 3 of 3').waitFor();
    await page.keyboard.press('ArrowDown');
    expect((await titles(page, 'Tracks')).map((each) => each.trim())).toEqual(['Two', 'Three', 'One']);
    await saved(page);
    expect(await tracksOf(album)).toEqual(['Two', 'Three', 'One']);
  });

  it('take pictures from the library in the chosen order, and release them', async () => {
    const album = await makeAlbum(project, 'Light', [], {
      pictures: [
        { picture: files[0], order: 1 },
        { picture: files[1], order: 2 },
      ],
    });
    const page = await visit(`/content/albums/${album}`);
    const gallery = page.getByRole('group', { name: 'Pictures' });
    const order = (): Promise<(string | null)[]> =>
      gallery.locator('.open').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await gallery.getByRole('button', { name: 'Open Noon' }).waitFor();
    await gallery.getByRole('button', { name: 'Library' }).click();
    const library = page.getByRole('dialog');
    await library.getByRole('option', { name: 'Dusk' }).click();
    await library.getByRole('button', { name: 'Use this file' }).click();
    await gallery.getByRole('button', { name: 'Open Dusk' }).waitFor();
    await gallery.getByRole('button', { name: 'Open Dusk' }).dragTo(gallery.getByRole('button', { name: 'Open Dawn' }));
    await expect.poll(order).toEqual(['Open Dusk', 'Open Dawn', 'Open Noon']);
    await gallery.getByRole('button', { name: 'Open Noon' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(order).toEqual(['Open Dusk', 'Open Noon', 'Open Dawn']);
    await gallery.getByRole('button', { name: 'Remove Dawn from this list' }).click();
    await picture(page, 'gallery');
    expect(await accessibilityFaults(page)).toEqual([]);
    await saved(page);
    const ties = await project.read<{ picture: number }[]>(`/items/albums_pictures?filter[album]=${album}&sort=order`);
    expect(ties.map((tie) => tie.picture)).toEqual([files[2], files[1]]);
    expect(await project.read(`/files/${files[0]}?fields=id`)).toEqual({ id: files[0] });
  });

  it('are shown as far as a role may see them, and offer nothing that would be refused', async () => {
    const { id: label } = await project.write<{ id: number }>('POST', '/items/labels', { name: 'Small Boat' });
    const album = await makeAlbum(project, 'Closed doors', ['Hidden'], { label, cover: files[0] });
    const person = await makePerson(project, 'lena', [
      { collection: 'albums', read: 'full', update: 'full' },
      { collection: 'labels', read: 'full' },
    ]);
    await allowFiles(person, { create: 'none', read: 'full', update: 'none', delete: 'none' });
    const page = await visit(`/content/albums/${album}`, { as: person });
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.getByText('Your role may not see these items.').first().waitFor();
    const own = page.getByRole('combobox', { name: 'Label' });
    expect(await own.inputValue()).toBe('Small Boat');
    await own.click();
    await page.getByRole('option', { name: 'Small Boat' }).waitFor();
    expect(await page.getByRole('option', { name: /^Create/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: 'Preview of Dawn' }).waitFor();
    await page.getByRole('button', { name: 'Replace' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Library']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open Small Boat' }).click();
    const drawer = page.getByRole('dialog', { name: 'Small Boat' });
    await drawer.getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await drawer.getByRole('button', { name: /^Done/ }).count()).toBe(0);
    await picture(page, 'rights-drawer');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await picture(page, 'rights');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name' }).fill('Open doors');
    expect(await saved(page)).toEqual({ name: 'Open doors' });
    expect(refused).toEqual([]);
  });

  it('show only a key, and request nothing, if a role may not read what they refer to', async () => {
    const { id: label } = await project.write<{ id: number }>('POST', '/items/labels', { name: 'Unseen' });
    const album = await makeAlbum(project, 'In the dark', ['Hidden'], { label, cover: files[0] });
    const person = await makePerson(project, 'nora', [{ collection: 'albums', read: 'full', update: 'full' }]);
    await allowFiles(person, { create: 'none', read: 'none', update: 'none', delete: 'none' });
    const page = await visit(`/content/albums/${album}`, { as: person, width: 390 });
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
    await page.getByRole('textbox', { name: 'Label' }).waitFor();
    const notes = page.getByText('Your role may not see these items.');
    await expect.poll(() => notes.count()).toBe(4);
    expect(await page.getByRole('textbox', { name: 'Label' }).inputValue()).toBe(String(label));
    await picture(page, 'rights-none');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('moves from an item to the next of its list and back with [ and ]', async () => {
    const names = ['Alpha', 'Beta', 'Gamma'];
    for (const name of names) await makeAlbum(project, name, []);
    const page = await visit('/content/albums?filter=name in ("Alpha","Beta","Gamma")&sort=-name');
    await page.getByText('Beta', { exact: true }).first().click();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await heading('Beta');
    await page.keyboard.press(']');
    await heading('Alpha');
    await page.keyboard.press(']');
    await page.keyboard.press('[');
    await heading('Beta');
    await page.keyboard.press('[');
    await heading('Gamma');
    const title = page.getByRole('textbox', { name: 'Name' });
    await title.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(']');
    expect(await title.inputValue()).toBe('Gamma]');
  });
});

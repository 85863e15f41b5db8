import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

const key = { ...text('id'), primary_key: true, required: true, interface: 'text-input' };

onStudio('items whose keys no address can name', ({ visit, project, picture }) => {
  beforeEach(async () => {
    await project.ask('DELETE', '/collections/places');
    await project.write('POST', '/collections', {
      collection: 'places',
      fields: [key, text('title', { interface: 'text-input' })],
    });
    for (const id of ['Cork', 'Ireland', 'Cork,Ireland'])
      await project.write('POST', '/items/places', { id, title: `About ${id}` });
  });

  const titles = async (): Promise<string[]> =>
    (await project.read<{ title: string }[]>('/items/places?fields=title&sort=title')).map(({ title }) => title);
  const ALL = ['About Cork', 'About Cork,Ireland', 'About Ireland'];

  /** Deletes the selected items, of which Studio refuses one. */
  const deleteSelected = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page
      .getByRole('dialog')
      .getByText(/key has a comma/)
      .waitFor();
  };

  it('are not mistaken for the items that their parts name when they are deleted', async () => {
    const page = await visit('/content/places?columns=title');
    const row = page.getByRole('row', { name: 'About Cork,Ireland' });
    await row.getByRole('checkbox').click();
    await deleteSelected(page);
    await picture(page, 'keys-refused');
    expect(await titles()).toEqual(ALL);
  });

  it('do not keep others from being deleted', async () => {
    const page = await visit('/content/places?columns=title');
    await page.getByRole('columnheader').getByRole('checkbox').click();
    await deleteSelected(page);
    expect(await titles()).toEqual(['About Cork,Ireland']);
  });

  it('are not mistaken for the items that their parts name when a cell is edited', async () => {
    const page = await visit('/content/places?columns=id,title');
    const row = page.getByRole('row', { name: 'About Cork,Ireland' });
    await row.getByRole('gridcell').last().dblclick();
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');
    await page.keyboard.press('Enter');
    await page.getByText(/key has a comma/).waitFor();
    expect(await titles()).toEqual(ALL);
  });

  it.each(['Cork,Ireland', '..'])('say so on their page: %s', async (id) => {
    await project.ask('POST', '/items/places', { id: '..', title: 'About ..' });
    const page = await visit('/content/places?columns=title');
    await page.getByText(`About ${id}`, { exact: true }).click();
    await page.getByText(/key has a comma/).waitFor();
    await picture(page, 'keys-page');
    expect(await page.getByLabel('Title').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByText(`About ${id}`, { exact: true }).waitFor();
  });
});

import { beforeAll, expect, it } from 'vitest';
import { id, shownStatus, text } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

const status = shownStatus({
  published: { name: 'Published', published: true },
  draft: { name: 'Draft' },
  review: { name: 'Review' },
});

onStudio('statuses in which a role may write nothing', ({ visit, project, picture }) => {
  let author: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    const title = text('title', { interface: 'text-input' });
    await project.write('POST', '/collections', { collection: 'reports', fields: [id, title, status] });
    const nothing = { collection: 'reports', create: 'none', read: 'full', update: 'none', delete: 'none' };
    author = await makePerson(project, 'author', [
      { ...nothing, status: 'draft', create: 'full', update: 'full' },
      { ...nothing, status: 'published' },
      { ...nothing, status: 'review', create: 'full' },
    ]);
  });

  it('are neither the first one of a new item, nor offered for it', async () => {
    const page = await visit('/content/reports/+', { as: author });
    await page.getByLabel('Title').fill('By an author');
    await page.getByRole('button', { name: 'Status: Draft' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Draft', 'Review']);
    await picture(page, 'statuses-offered');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    expect(await project.read('/items/reports?filter[title]=By an author&fields=status&status=*')).toEqual([
      { status: 'draft' },
    ]);
  });

  it('are not copied from another item', async () => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/reports', { title: 'A model' });
    const page = await visit(`/content/reports/${key}`, { as: author });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Status: Draft' }).waitFor();
    await page.getByLabel('Title').fill('A copy');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await project.read('/items/reports?filter[title]=A copy&fields=status&status=*')).toEqual([
      { status: 'draft' },
    ]);
  });

  it('are not offered for selected items', async () => {
    await project.write('POST', '/items/reports', { title: 'Selected', status: 'draft' });
    const page = await visit('/content/reports', { as: author });
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Status', exact: true }).last().click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Draft', 'Review']);
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  });

  it('are not offered for a schedule', async () => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/reports', {
      title: 'Later',
      status: 'draft',
    });
    const page = await visit(`/content/reports/${key}`, { as: author });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const offered = page.getByRole('dialog').getByRole('combobox').getByRole('option');
    await offered.first().waitFor({ state: 'attached' });
    expect(await offered.allInnerTexts()).toEqual(['Draft', 'Review']);
  });

  it('are no targets on a board', async () => {
    await project.write('POST', '/items/reports', { title: 'On the board', status: 'draft' });
    const page = await visit('/content/reports?layout=board', { as: author });
    await page.getByRole('button', { name: 'Move “On the board”' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Move to Draft', 'Move to Review']);
    await page.keyboard.press('Escape');
    const card = page.getByRole('listitem').filter({ hasText: 'On the board' });
    await card.dragTo(page.getByRole('region', { name: 'Published' }).locator('.drop'));
    await page.getByRole('region', { name: 'Draft' }).getByText('On the board').waitFor();
    expect(await page.getByText('was not moved').count()).toBe(0);
    await card.dragTo(page.getByRole('region', { name: 'Review' }).locator('.drop'));
    await page.getByRole('region', { name: 'Review' }).getByText('On the board').waitFor();
  });
});

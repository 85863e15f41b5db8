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
    expect(await offered.allInnerTexts()).toEqual(['Draft', 'Review']);
  });
});

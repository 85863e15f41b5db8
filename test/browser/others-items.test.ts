import { beforeAll, expect, it } from 'vitest';
import { id, owner, shownStatus, text, toOne } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

const status = shownStatus({ draft: { name: 'Draft' }, done: { name: 'Done' } });

onStudio('items of others, of which a role may change its own', ({ visit, project, picture }) => {
  let author: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'diaries',
      fields: [id, text('title', { interface: 'text-input' }), { ...owner, interface: 'owner' }, status],
    });
    const diary = { ...toOne('diary'), interface: 'many-to-one' };
    await project.write('POST', '/collections', { collection: 'shelves', fields: [id, diary] });
    const tie = { collection_many: 'shelves', field_many: 'diary', collection_one: 'diaries' };
    await project.write('POST', '/relations', tie);
    const row = { collection: 'diaries', create: 'full', read: 'full', update: 'mine', delete: 'mine' };
    const shelf = { collection: 'shelves', create: 'full', read: 'full', update: 'full', delete: 'none' };
    author = await makePerson(project, 'diarist', [row, shelf]);
  });

  it('are read-only', async () => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/diaries', { title: 'Of the editor' });
    const page = await visit(`/content/diaries/${key}`, { as: author });
    await page.getByText('You may read this item').waitFor();
    await picture(page, 'others-item');
    expect(await page.getByLabel('Title').isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
  });

  it('are told from its own, which are not', async () => {
    const page = await visit('/content/diaries/+', { as: author });
    await page.getByLabel('Title').fill('My own');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Title').fill('My own, again');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    // The dialog was opened by an entry of a menu, which is gone when it closes.
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = page.locator('button:focus');
    await expect.poll(() => focused.count()).toBe(1);
    expect(await focused.getAttribute('aria-label')).toBe('More actions');
  });

  it('offer no change in the table, its bar and the board', async () => {
    await project.write('POST', '/items/diaries', { title: 'Not theirs' });
    const page = await visit('/content/diaries', { as: author });
    const item = page.getByRole('row').filter({ hasText: 'Not theirs' });
    await item
      .getByRole('gridcell')
      .nth(1)
      .dblclick({ position: { x: 120, y: 18 } });
    expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
    await item.getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.waitFor();
    await picture(page, 'others-selected');
    expect(await bar.getByRole('button', { name: /Edit|Delete|Status/ }).count()).toBe(0);
    await page.goto(`${page.url().split('?')[0]}?layout=board`);
    await page.getByRole('link', { name: 'Not theirs' }).waitFor();
    await picture(page, 'others-board');
    expect(await page.getByRole('button', { name: 'Move “Not theirs”' }).count()).toBe(0);
  });

  it('are read-only in the drawer of a related item', async () => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/diaries', { title: 'Related' });
    const { id: shelf } = await project.write<{ id: number }>('POST', '/items/shelves', { diary: key });
    const page = await visit(`/content/shelves/${shelf}`, { as: author });
    await page.getByRole('button', { name: 'Open Related' }).click();
    const drawer = page.getByRole('dialog', { name: 'Related' });
    await drawer.getByLabel('Title').waitFor();
    await picture(page, 'others-drawer');
    expect(await drawer.getByLabel('Title').isEditable()).toBe(false);
  });
});

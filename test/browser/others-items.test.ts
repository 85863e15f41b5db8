import { beforeAll, expect, it } from 'vitest';
import { id, owner, text } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

onStudio('items of others, of which a role may change its own', ({ visit, project, picture }) => {
  let author: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'diaries',
      fields: [id, text('title', { interface: 'text-input' }), { ...owner, interface: 'owner' }],
    });
    const row = { collection: 'diaries', create: 'full', read: 'full', update: 'mine', delete: 'mine' };
    author = await makePerson(project, 'diarist', [row]);
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
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studioOnEveryEngine } from '../support/studio.ts';

studioOnEveryEngine('the journal of the data model', ({ visit, project, picture, accessibilityFaults }) => {
  const confirm = (page: Page, verb: string): Promise<void> =>
    page.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click();
  const summaries = (): Promise<unknown> => project.read('/items/articles?fields=id,summary&sort=id');

  it('restores a deleted field with its values, from the message about the deletion', async () => {
    const before = await summaries();
    const page = await visit('/model/articles/summary');
    await page.getByRole('button', { name: 'Delete field' }).click();
    await page
      .getByText(/values of “summary” go\. They are kept aside for undoing, which puts the column last/)
      .waitFor();
    await confirm(page, 'Delete field');
    await page.getByText('The field “Summary” is deleted.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is as it was before.').waitFor();
    expect(await summaries()).toEqual(before);
  });

  it('lists what was done, and undoes it after showing the plan', async () => {
    const before = await project.read<object[]>('/items/comments');
    expect((await project.ask('DELETE', '/collections/comments')).status).toBe(204);
    const page = await visit('/model?view=changes');
    await page
      .getByText(/^You · /)
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'journal');
    await page.getByRole('button', { name: 'Undo: Collection “comments” deleted' }).click();
    await page.getByRole('dialog').getByText('Undo this change').waitFor();
    await picture(page, 'journal-plan');
    await confirm(page, 'Undo');
    await page.getByText('It is as it was before.').waitFor();
    expect(await project.read<object[]>('/items/comments')).toEqual(before);
    const narrow = await visit('/model?view=changes', { width: 390, theme: 'dark' });
    await narrow.getByText('undone', { exact: false }).first().waitFor();
    expect(await accessibilityFaults(narrow)).toEqual([]);
    await picture(narrow, 'journal-390-dark');
  });

  it('asks before removing kept data, and offers no undo afterwards', async () => {
    expect((await project.ask('DELETE', '/fields/authors/city')).status).toBe(204);
    const page = await visit('/model?view=changes');
    await page.getByRole('button', { name: 'Remove what is kept: Fields of “Authors” deleted: city' }).click();
    await page.getByRole('dialog').getByText('the change can no longer be undone', { exact: false }).waitFor();
    await picture(page, 'journal-forget');
    await confirm(page, 'Remove what is kept');
    await page.getByText('What was kept is gone.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Undo: Fields of “Authors”/ }).count()).toBe(0);
  });
});

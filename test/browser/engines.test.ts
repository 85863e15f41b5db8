import { expect, it } from 'vitest';
import { studioOnEveryEngine } from '../support/studio.ts';

studioOnEveryEngine('the way through Studio', ({ visit, project }) => {
  const read = (path: string): Promise<Record<string, unknown>> => project.read(path);

  it('lists, filters and edits in place, and undoes many changes', async () => {
    const page = await visit('/content/articles?columns=title,minutes&filter=minutes+%3E+3');
    const row = page.getByRole('row', { name: /The Night Train/ });
    await row.waitFor();
    await row.getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('44');
    await page.keyboard.press('Enter');
    await page.getByText('Minutes is saved.').waitFor();
    await row.getByRole('checkbox').click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.waitFor();
    expect(await read('/items/articles?filter[minutes]=44&fields=title&single=1')).toMatchObject({
      title: expect.stringContaining('Night'),
    });
  });

  it('creates an item with an author and a picture, merges the edits of two people, and restores a title', async () => {
    const page = await visit('/content/articles/+');
    await page.getByRole('textbox', { name: /Title/ }).fill('Bread and bridges');
    const author = page.getByRole('combobox', { name: 'Author' });
    await author.fill('yuki');
    // Until the search is answered, her entry moves up in the list of all authors, and a click may miss it.
    await page.locator('[role="option"][data-highlighted]', { hasText: 'Yuki Tanabe' }).click();
    await expect.poll(() => author.inputValue()).toBe('Yuki Tanabe');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/content\/articles\/\d+$/);
    const path = `/items/articles/${/\d+$/.exec(page.url())?.[0]}?fields=title,summary,author.name`;
    await project.write('PATCH', path, { summary: 'Theirs.' });
    await page.getByRole('textbox', { name: /Title/ }).fill('Bridges');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => read(path))
      .toEqual({
        title: 'Bridges',
        summary: 'Theirs.',
        author: { name: 'Yuki Tanabe' },
      });
    const history = page.getByRole('tabpanel');
    await history.getByRole('button', { name: 'Put Title back' }).first().click();
    await page.keyboard.press('Control+s');
    await expect.poll(() => read(path)).toMatchObject({ title: 'Bread and bridges' });
  });

  it('uploads a file', async () => {
    const page = await visit('/files');
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    const file = { name: 'first-note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
    await page.locator('input[data-upload]').setInputFiles([file]);
    await page.getByRole('button', { name: 'First Note', exact: true }).waitFor();
    expect(await project.read('/files?fields=title,filesize')).toEqual([{ title: 'First Note', filesize: 7 }]);
  });
});

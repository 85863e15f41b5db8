import type { Locator, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { id, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

onStudio('the history of an item', ({ visit, project, picture }) => {
  const write = (change: object): Promise<unknown> => project.write('PATCH', '/items/articles/1', change);

  it('shows word by word what changed, including tags and translations, and restores a title', async () => {
    await write({ title: 'A Short Grammar of Rivers', minutes: 4 });
    await write({ title: 'A Small Grammar of Rivers' });
    await write({ minutes: 9, tags: [{ tag: 2 }], translations: [{ language: 'es', title: 'Ríos' }] });
    const page = await visit('/content/articles/1');
    const history = page.getByRole('tabpanel');
    await history.locator('del', { hasText: /^Short$/ }).waitFor();
    await history.locator('ins', { hasText: /^Small$/ }).waitFor();
    await history.getByText('Tags: food').waitFor();
    await history.getByText('Translations: Ríos (es)').waitFor();
    await picture(page, 'history');
    expect(await accessibilityFaults(page)).toEqual([]);
    await history.getByRole('button', { name: 'Put Title back' }).first().click();
    await history.getByText('now, not saved').waitFor();
    await page.getByText('A Short Grammar of Rivers').first().waitFor({ state: 'attached' });
  });

  it('compares a version with the present and the previous one, restores one of its fields, and restores it completely', async () => {
    await write({ title: 'Yesterday', minutes: 5 });
    await write({ title: 'Today', minutes: 7 });
    const page = await visit('/content/articles/1');
    const compare = page.getByRole('tabpanel').getByRole('button', { name: 'Compare' });
    await compare.nth(1).click();
    const dialog = page.getByRole('dialog', { name: 'Compare versions' });
    await dialog.locator('ins', { hasText: /^Today$/ }).waitFor();
    await picture(page, 'compare');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'With the one before' }).click();
    await dialog.locator('ins', { hasText: /^Yesterday$/ }).waitFor();
    await page.keyboard.press('Escape');
    await compare.nth(1).click();
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('The earlier version is restored.').waitFor();
    expect(await project.read('/items/articles/1?fields=title,minutes')).toEqual({ title: 'Yesterday', minutes: 5 });
    await page.getByRole('tabpanel').getByText('Restored an earlier version').first().waitFor();
  });

  it('accepts comments, and changes and deletes them', async () => {
    const page = await visit('/content/articles/2', { theme: 'dark' });
    const history = page.getByRole('tabpanel');
    await history.getByLabel('Write a comment').fill('Is <b>this</b> the final title?');
    await page.keyboard.press('Control+Enter');
    await history.getByText('Is <b>this</b> the final title?').waitFor();
    await history.getByRole('button', { name: 'Edit', exact: true }).click();
    await history.getByLabel('Write a comment').last().fill('It is.');
    await history.getByRole('button', { name: 'Save' }).click();
    await history.getByText('It is.').waitFor();
    await picture(page, 'comment-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    await history.getByRole('button', { name: 'Delete' }).click();
    await history.getByText('This comment was deleted.').waitFor();
  });

  it('begins a change of a comment with its text, apart from a new comment that is being typed', async () => {
    await project.write('POST', '/activity/comment', { collection: 'articles', item: '6', comment: 'As it was' });
    const page = await visit('/content/articles/6');
    const history = page.getByRole('tabpanel');
    const [created, changed] = [
      history.getByLabel('Write a comment').first(),
      history.getByLabel('Write a comment').last(),
    ];
    await created.fill('Half a thought');
    await history.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await changed.inputValue()).toBe('As it was');
    await changed.fill('As it is');
    await history.getByRole('button', { name: 'Save' }).click();
    await history.getByText('As it is').waitFor();
    expect(await created.inputValue()).toBe('Half a thought');
  });

  it('keeps the focus near a comment that is changed or deleted', async () => {
    for (const comment of ['Older', 'Newer'])
      await project.write('POST', '/activity/comment', { collection: 'articles', item: '7', comment });
    const page = await visit('/content/articles/7');
    const history = page.getByRole('tabpanel');
    const line = (text: string) => history.getByRole('listitem').filter({ hasText: text });
    const edit = line('Newer').getByRole('button', { name: 'Edit' });
    const hasFocus = (part: Locator) =>
      expect.poll(() => part.evaluate((is) => is === document.activeElement)).toBe(true);
    await edit.press('Enter');
    await history.getByRole('button', { name: 'Cancel' }).press('Enter');
    await hasFocus(edit);
    await line('Newer').getByRole('button', { name: 'Delete' }).press('Enter');
    await history.getByText('This comment was deleted.').waitFor();
    await hasFocus(line('Older').getByRole('button', { name: 'Edit' }));
  });

  it('keeps the next comment that is typed while one is being sent', async () => {
    const page = await visit('/content/articles/3');
    const comment = page.getByRole('tabpanel').getByLabel('Write a comment');
    const come = deferred();
    await page.route('**/activity/comment*', async (route) => {
      await come.promise;
      await route.continue();
    });
    await comment.fill('The first one.');
    await page.keyboard.press('Control+Enter');
    await comment.fill('The second one.');
    come.resolve();
    await page.getByRole('tabpanel').getByText('The first one.').waitFor();
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
    expect(await comment.inputValue()).toBe('The second one.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tabpanel').getByText('The second one.').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('');
  });

  it('accepts a comment once, although the answer was lost', async () => {
    const page = await visit('/content/articles/8');
    const history = page.getByRole('tabpanel');
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      return route.abort();
    };
    await page.route('**/activity/comment*', lose);
    await history.getByLabel('Write a comment').fill('Said once');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/activity/comment*', lose);
    await history.getByLabel('Write a comment').press('Control+Enter');
    await history.getByRole('paragraph').filter({ hasText: 'Said once' }).first().waitFor();
    const filter = 'filter[comment]=Said once&fields=comment';
    expect(await project.read(`/activity?${filter}`)).toHaveLength(1);
  });

  it('keeps a comment that is not sent yet while other pages are visited', async () => {
    const page = await visit('/content/articles/4');
    const comment = page.getByRole('tabpanel').getByLabel('Write a comment');
    await comment.fill('Half a thought');
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    expect(await comment.inputValue()).toBe('Half a thought');
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.waitForURL(/\/files$/);
    await page.goBack();
    await expect.poll(() => comment.inputValue()).toBe('Half a thought');
    await comment.press('Control+Enter');
    await expect.poll(() => comment.inputValue()).toBe('');
    await page.getByRole('tabpanel').getByText('Half a thought').waitFor();
  });

  it('says so if a role may see neither', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Reader' });
    const email = 'rita@example.com';
    const person = { email, password: 'Rita-Secret-1', first_name: 'Rita', last_name: 'R', status: 'active', role };
    await project.write('POST', '/users', person);
    await project.write('POST', '/permissions', { collection: 'articles', role, read: 'full', update: 'full' });
    const page = await visit('/content/articles/1', { as: { email, password: person.password } });
    await page
      .getByText(/Your role (does not show the history|shows who did something)|Nothing has been recorded/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
  });

  it('names only some of the fields of an item that was created with many', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `part_${at}`);
    const fields = [id, ...names.map((name) => text(name, { interface: 'text-input' }))];
    await project.write('POST', '/collections', { collection: 'machines', fields });
    const item = Object.fromEntries(names.map((name) => [name, name]));
    const { id: key } = await project.write<{ id: number }>('POST', '/items/machines', item);
    const page = await visit(`/content/machines/${key}`);
    const history = page.getByRole('tabpanel');
    await history.getByText('Created with Part 0, Part 1, Part 2').waitFor();
    await history.getByText('and 32 more').waitFor();
    expect(await history.getByText('Part 20').count()).toBe(0);
  });
});

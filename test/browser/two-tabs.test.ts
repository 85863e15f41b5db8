import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeNotes, makePerson } from '../support/notes.ts';
import { ADMIN_PASSWORD } from '../support/project.ts';
import { onStudio } from '../support/studio.ts';

onStudio('an item that is open in two tabs', ({ visit, project, picture }) => {
  beforeAll(() => makeNotes(project));

  const kept = (page: Page): Promise<void> => page.getByText(/saved in this browser/).waitFor();
  const offered = (page: Page) => page.getByText(/You have unsaved changes/);
  const make = async (): Promise<string> => {
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', { title: 'Rivers', summary: 'Old.' });
    return `/content/notes/${id}`;
  };
  /** Opens the page of another one in a tab beside it. */
  const beside = async (page: Page): Promise<Page> => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Summary').waitFor();
    await other.waitForLoadState('networkidle');
    return other;
  };

  it.each(['the same item', 'a new item'])('offers nothing that is being written in the other: %s', async (which) => {
    const first = await visit(which === 'a new item' ? '/content/notes/+' : await make());
    await first.getByLabel('Summary').fill('Typed in the first.');
    await kept(first);
    const second = await beside(first);
    expect(await offered(second).count()).toBe(0);
    await second.getByLabel('Inside').fill('Typed in the second.');
    await kept(second);
    const third = await beside(first);
    expect(await offered(third).count()).toBe(0);
    await first.close();
    await second.close();
    await third.reload();
    await third.getByText(/You have unsaved changes from .*: Inside/).waitFor();
    await third.getByRole('button', { name: 'Restore' }).click();
    await third.getByText(/You have unsaved changes from .*: Summary/).waitFor();
    await picture(third, 'two-tabs-offered');
    await third.getByRole('button', { name: 'Restore' }).click();
    await offered(third).waitFor({ state: 'detached' });
    expect(await third.getByLabel('Inside').inputValue()).toBe('Typed in the second.');
    expect(await third.getByLabel('Summary').inputValue()).toBe('Typed in the first.');
  });

  it('is saved by the user who opened it, although another one has signed in in the other', async () => {
    const right = { collection: 'notes', read: 'full', update: 'full' };
    const other = await makePerson(project, 'otto', [right]);
    const address = await make();
    const first = await visit(address);
    await first.getByLabel('Summary').fill('Typed by the first.');
    const second = await first.context().newPage();
    await second.goto(first.url().replace(/content.*/, 'me'));
    await second.getByRole('button', { name: 'Sign out' }).click();
    await second.waitForURL(/\/sign-in$/);
    await second.getByLabel('E-mail').fill(other.email);
    await second.getByLabel('Password', { exact: true }).fill(other.password);
    await second.keyboard.press('Enter');
    await second.getByRole('navigation', { name: 'Sections' }).waitFor();
    const dialog = first.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(ADMIN_PASSWORD);
    await first.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await first.keyboard.press('Control+s');
    await first.getByText('Saved.', { exact: true }).waitFor();
    await second.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    const query = `filter[collection]=notes&filter[item]=${address.split('/').pop()}&filter[action]=update`;
    expect(await project.read(`/activity?${query}&fields=action_by`)).toEqual([{ action_by: 1 }]);
  });

  it('keeps what is typed in one while the other is saved', async () => {
    const first = await visit(await make());
    const second = await beside(first);
    await first.getByLabel('Summary').fill('Typed in the first.');
    await kept(first);
    await second.getByLabel('Inside').fill('Typed in the second.');
    await kept(second);
    await second.keyboard.press('Control+s');
    await second.getByText('Saved.', { exact: true }).waitFor();
    await first.close();
    await second.reload();
    await second.getByText(/You have unsaved changes from .*: Summary/).waitFor();
    await second.getByRole('button', { name: 'Discard' }).click();
    await offered(second).waitFor({ state: 'detached' });
    await second.reload();
    await second.getByLabel('Summary').waitFor();
    await second.waitForLoadState('networkidle');
    expect(await offered(second).count()).toBe(0);
  });
});

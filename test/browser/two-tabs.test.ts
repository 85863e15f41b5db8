import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeNotes } from '../support/notes.ts';
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

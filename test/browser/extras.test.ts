import { expect, it, vi } from 'vitest';
import { inSeconds } from '../support/schedules.ts';
import { studioOnEveryEngine } from '../support/studio.ts';

studioOnEveryEngine('scheduled publishing', ({ visit, project, picture, accessibilityFaults }) => {
  it('can be scheduled with the keyboard, is shown with the item, and can be cancelled', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Frost', status: 'draft' });
    const page = await visit(`/content/articles/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByLabel('Day and time').fill('2020-01-01T10:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    await dialog.getByLabel('Day and time').fill('2199-05-01T10:00');
    await picture(page, 'schedule-dialog');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).press('Enter');
    await page.getByText(/Becomes Published on .*2199.*, as you scheduled/).waitFor();
    expect(await project.read(`/schedules?item=${id}`)).toMatchObject([{ action: 'publish', status: 'published' }]);
    await picture(page, 'scheduled');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByText('as you scheduled').waitFor({ state: 'detached' });
    expect(await project.read(`/schedules?item=${id}`)).toEqual([]);
  });

  it('says why it failed, in a narrow window and the dark theme', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Ice', status: 'draft' });
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Leavers' });
    const token = 'the-token-of-somebody-who-leaves';
    const person = { email: 'leo@example.com', password: 'Leo-Secret-1', first_name: 'Leo', last_name: 'L', token };
    const { id: leo } = await project.write<{ id: number }>('POST', '/users', { ...person, role, status: 'active' });
    await project.write('POST', '/permissions', { collection: 'articles', role, read: 'full', update: 'full' });
    const wanted = { collection: 'articles', item: id, action: 'publish', status: 'published', at: inSeconds(3) };
    expect((await project.ask('POST', '/schedules', wanted, token)).status).toBe(200);
    await project.write('PATCH', `/users/${leo}`, { status: 'suspended' });
    await vi.waitFor(
      async () => expect(await project.read(`/schedules?item=${id}`)).toMatchObject([{ state: 'refused' }]),
      { timeout: 10_000, interval: 50 },
    );
    const page = await visit(`/content/articles/${id}`, { width: 390, theme: 'dark' });
    await page.getByText('It did not become Published on').waitFor();
    await picture(page, 'schedule-refused');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('It did not become Published on').waitFor({ state: 'detached' });
  });
});

studioOnEveryEngine('mentions', ({ visit, project, picture, accessibilityFaults }) => {
  it('are completed with the keyboard, shown as chips, listed on the home page of the mentioned user, and dismissed', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' });
    const person = { email: 'mia@example.com', password: 'Mia-Secret-1', first_name: 'Mia', last_name: 'Moss' };
    await project.write('POST', '/users', { ...person, role, status: 'active' });
    for (const collection of ['articles', 'directus_activity'])
      await project.write('POST', '/permissions', { collection, role, read: 'full', comment: 'full' });
    const page = await visit('/content/articles/1');
    const field = page.getByRole('tabpanel').getByLabel('Write a comment');
    await field.fill('Please read this, @mi');
    await page.getByRole('option', { name: 'Mia Moss' }).waitFor();
    await picture(page, 'mention-offered');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('today');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tabpanel').locator('.mention', { hasText: '@Mia' }).waitFor();
    await picture(page, 'mention-chip');
    for (const [theme, width] of [
      ['dark', 390],
      ['light', 1280],
    ] as const) {
      const home = await visit('/', { as: person, theme, width });
      await home.getByRole('region', { name: 'Mentions of you' }).getByText('Please read this').waitFor();
      await picture(home, `mentions-${theme}`);
      expect(await accessibilityFaults(home)).toEqual([]);
      if (theme === 'dark') continue;
      await home.getByRole('button', { name: 'Mark as read' }).click();
      await home.getByRole('region', { name: 'Mentions of you' }).waitFor({ state: 'detached' });
    }
  });
});

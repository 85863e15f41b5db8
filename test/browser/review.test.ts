import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('tasks', ({ visit, project, picture }) => {
  const person = { email: 'mia@example.com', password: 'Mia-Secret-1', first_name: 'Mia', last_name: 'Moss' };

  it('are asked by keyboard, wait on the home page of who is asked, and are declined and done', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Reviewers' });
    await project.write('POST', '/users', { ...person, role, status: 'active' });
    for (const collection of ['articles', 'directus_users', 'directus_roles'])
      await project.write('POST', '/permissions', { collection, role, read: 'full', status: null });
    const draft = { title: 'Frost', status: 'draft' };
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', draft);
    const page = await visit(`/content/articles/${id}`);
    await page.getByRole('button', { name: 'Ask somebody…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ask somebody to look at it' });
    await dialog.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await dialog.getByText('Choose who is asked.').waitFor();
    await dialog.getByRole('combobox', { name: 'Who' }).pressSequentially('Mi');
    await page.getByRole('option', { name: 'Mia Moss' }).waitFor();
    await picture(page, 'task-dialog-open');
    await page.getByRole('option', { name: 'Mia Moss' }).click();
    await dialog.getByLabel('What they should look at').fill('Is the lead right?');
    await dialog.getByLabel('Until (if it matters)').fill('2199-05-01T10:00');
    await picture(page, 'task-dialog');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    const tasks = page.getByRole('region', { name: 'Tasks' });
    await tasks.getByText('Is the lead right?').waitFor();
    await picture(page, 'task-asked');
    expect(await accessibilityFaults(page)).toEqual([]);
    await project.write('POST', '/tasks', { collection: 'articles', item: id, role });

    for (const [theme, width] of [
      ['dark', 390],
      ['light', 1280],
    ] as const) {
      const home = await visit('/', { as: person, theme, width });
      const waiting = home.getByRole('region', { name: 'Waits for you' });
      await waiting.getByText('Is the lead right?').waitFor();
      await waiting.getByText('Frost').first().waitFor();
      await picture(home, `tasks-waiting-${theme}`);
      expect(await accessibilityFaults(home)).toEqual([]);
      if (theme === 'dark') continue;
      await waiting.getByRole('link').first().click();
      const mine = home.getByRole('region', { name: 'Tasks' });
      await mine.getByRole('button', { name: 'Decline' }).last().click();
      await mine.getByLabel('Why not?').fill('I wrote it myself');
      await picture(home, 'task-declining');
      await mine.getByRole('button', { name: 'Decline' }).last().click();
      await mine.getByText('1 task is over').click();
      await mine.getByText('I wrote it myself').waitFor();
      await mine.getByRole('button', { name: 'Done' }).click();
      await mine.getByText('2 tasks are over').waitFor();
      await picture(home, 'tasks-over');
      expect(await accessibilityFaults(home)).toEqual([]);
    }
    expect(await project.read(`/tasks?item=${id}`)).toMatchObject([{ state: 'done' }, { state: 'declined' }]);
  });

  it('are over when the item is published, and are in a drawer on narrow windows', async () => {
    const draft = { title: 'Rime', status: 'draft' };
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', draft);
    await project.write('POST', '/tasks', { collection: 'articles', item: id, role: 1, note: 'Please publish it' });
    const page = await visit(`/content/articles/${id}`, { width: 390, theme: 'dark' });
    await page.getByRole('button', { name: 'About this item' }).click();
    await page.getByRole('region', { name: 'Tasks' }).getByText('Please publish it').waitFor();
    await picture(page, 'tasks-narrow');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('button', { name: 'About this item' }).click();
    await page.getByRole('region', { name: 'Tasks' }).getByText('1 task is over').waitFor();
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('tasks', ({ visit, project, picture }) => {
  const person = { email: 'mia@example.com', password: 'Mia-Secret-1', first_name: 'Mia', last_name: 'Moss' };

  it('are created with the keyboard, appear on the home page of the user who is asked, and are declined and done', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Reviewers' });
    await project.write('POST', '/users', { ...person, role, status: 'active' });
    for (const collection of ['articles', 'directus_users', 'directus_roles'])
      await project.write('POST', '/permissions', { collection, role, read: 'full', status: null });
    const draft = { title: 'Frost', status: 'draft' };
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', draft);
    const page = await visit(`/content/articles/${id}`);
    await page.getByRole('button', { name: 'Ask somebody…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ask somebody to look at this' });
    await dialog.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await dialog.getByText('Choose who is asked.').waitFor();
    await dialog.getByRole('combobox', { name: 'Who' }).pressSequentially('Mi');
    await page.getByRole('option', { name: 'Mia Moss' }).waitFor();
    await picture(page, 'task-dialog-open');
    await page.getByRole('option', { name: 'Mia Moss' }).click();
    await dialog.getByLabel('What they should look at').fill('Is the lead right?');
    await dialog.getByLabel('By when (optional)').fill('2199-05-01T10:00');
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
      const waiting = home.getByRole('region', { name: 'Waiting for you' });
      await waiting.getByText('Is the lead right?').waitFor();
      await waiting.getByText('Frost').first().waitFor();
      if (theme === 'light') await home.getByRole('link', { name: 'Home: 2 tasks wait for you' }).waitFor();
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
      await home.getByRole('link', { name: 'Home', exact: true }).waitFor();
      await picture(home, 'tasks-over');
      expect(await accessibilityFaults(home)).toEqual([]);
    }
    expect(await project.read(`/tasks?item=${id}`)).toMatchObject([{ state: 'done' }, { state: 'declined' }]);
  });

  it('end when the item is published, and are in a drawer in narrow windows', async () => {
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

onStudio('previews of drafts', ({ visit, project, server, picture }) => {
  let site: Server;
  let address: string;
  const writer = { email: 'wren@example.com', password: 'Wren-Secret-1', first_name: 'Wren', last_name: 'Ash' };
  const visited: string[] = [];

  /** A site that shows the title of the article that its token is for. */
  beforeAll(async () => {
    site = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
      visited.push(String(request.headers.referer));
      const token = encodeURIComponent(searchParams.get('preview') ?? '');
      const read = await fetch(`${server.base}/${project.key}/items/articles${pathname}?fields=title&preview=${token}`);
      const { data } = (await read.json()) as { data?: { title: string } };
      response.writeHead(read.status, { 'Content-Type': 'text/html', 'Referrer-Policy': 'no-referrer' });
      response.end(
        `<!doctype html><html lang="en"><title>Site</title><main><h1>${data?.title ?? 'Not for you'}</h1></main>`,
      );
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' });
    await project.write('POST', '/users', { ...writer, role, status: 'active' });
    for (const collection of ['articles', 'directus_users', 'directus_roles'])
      await project.write('POST', '/permissions', { collection, role, read: 'full', status: null });
  });
  afterAll(() => void site.close());

  const setTo = (set: string | null): Promise<unknown> =>
    project.write('PATCH', '/previews/articles', { address: set });

  it('are set up by an administrator, and then offered to others', async () => {
    await setTo(null);
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Thaw', status: 'draft' });
    const choices = async (): Promise<readonly string[]> => {
      const theirs = await visit(`/content/articles/${id}`, { as: writer });
      await theirs.waitForLoadState('networkidle');
      await theirs.getByRole('button', { name: 'More actions' }).click();
      await theirs.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
      return theirs.getByRole('menuitem').allTextContents();
    };
    expect((await choices()).join()).not.toContain('review');
    const policy = async (key: string): Promise<string> =>
      (await fetch(`${server.base}/studio/${key}/`)).headers.get('content-security-policy') ?? '';
    const first = await visit(`/content/articles/${id}`, { refusals: true });
    await first.getByRole('button', { name: 'More actions' }).click();
    await first.getByRole('menuitem', { name: 'Set up previews' }).press('Enter');
    const setUp = first.getByRole('region', { name: 'Preview' });
    await setUp.getByLabel('Where Articles are previewed').fill(`${address}/{{id}}?preview={{token}}`);
    await picture(first, 'preview-set-up');
    expect(await accessibilityFaults(first)).toEqual([]);
    expect(await policy(project.key)).not.toContain(address);
    await setUp.getByRole('button', { name: 'Save' }).press('Enter');
    await setUp.getByText('The address was set after this page was loaded.').waitFor();
    await picture(first, 'preview-blocked');
    expect(await accessibilityFaults(first)).toEqual([]);
    expect(await policy(project.key)).toContain(`frame-src 'self' ${address};`);
    expect(await policy('another')).not.toContain(address);

    expect((await choices()).join()).toContain('Preview');
  });

  it('show what is saved, and follow later saves', async () => {
    await setTo(`${address}/{{id}}?preview={{token}}`);
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Thaw', status: 'draft' });
    const page = await visit(`/content/articles/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Preview', exact: true }).click();
    const shown = page.frameLocator('iframe').getByRole('heading');
    const pane = page.getByRole('region', { name: 'Preview' });
    await shown.getByText('Thaw').waitFor();
    await picture(page, 'preview');
    await page.getByRole('textbox', { name: 'Title' }).fill('Thaw in April');
    await pane.getByText('your last changes are not in it yet').waitFor();
    expect(await shown.textContent()).toBe('Thaw');
    await page.keyboard.press('Control+s');
    await shown.getByText('Thaw in April').waitFor();
    await pane.getByText('As saved').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(new Set(visited)).toEqual(new Set(['undefined']));
    await pane.getByRole('button', { name: 'Close the preview' }).press('Enter');
    await page.getByRole('tab', { name: 'History' }).waitFor();

    const narrow = await visit(`/content/articles/${id}`, { width: 390, theme: 'dark' });
    await narrow.getByRole('button', { name: 'More actions' }).click();
    await narrow.getByRole('menuitem', { name: 'Preview', exact: true }).click();
    await narrow.frameLocator('iframe').getByText('Thaw in April').waitFor();
    await picture(narrow, 'preview-narrow');
    expect(await accessibilityFaults(narrow)).toEqual([]);
  });

  it('show the configured address before it can be changed', async () => {
    const set = `${address}/{{id}}?preview={{token}}`;
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Rime', status: 'draft' });
    await setTo(set);
    const page = await visit(`/content/articles/${id}`, { refusals: true });
    await page.route('**/previews', async (route) => {
      if (route.request().method() === 'GET') await new Promise((late) => setTimeout(late, 300));
      await route.continue();
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Preview', exact: true }).click();
    await page.getByRole('button', { name: 'Address of the page' }).click();
    expect(await page.getByLabel('Where Articles are previewed').inputValue()).toBe(set);
  });

  it('refuse strangers whose token has expired', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'Sleet', status: 'draft' });
    const { issuer } = await project.opened();
    const claims = { id: 1, external_id: null, api_key: null, collection: 'articles', item: String(id) };
    const late = await issueToken(issuer, 'preview', claims, 10, new Date(Date.now() - 3_600_000));
    const response = await fetch(`${address}/${id}?preview=${late}`);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('Not for you')]);
  });
});

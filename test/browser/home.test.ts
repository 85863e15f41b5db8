import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { createTestProject } from '../support/project.ts';
import { onStudio } from '../support/studio.ts';

onStudio('the home page', ({ visit, picture, project, server, database }) => {
  beforeAll(async () => {
    await project.ask('PATCH', '/items/articles/1', { minutes: 7 });
  });

  it('shows what is pending, what I worked on, and what others changed', async () => {
    const made = await project.ask('POST', '/users', {
      email: 'ines@example.com',
      password: 'Another-Secret-1',
      role: 1,
      status: 'active',
      first_name: 'Ines',
      last_name: 'Marques',
    });
    expect(made.status).toBe(200);
    const ines = { email: 'ines@example.com', password: 'Another-Secret-1' };
    const page = await visit('/', { as: ines });
    await page.getByRole('heading', { name: 'Good day, Ines.' }).waitFor();
    await page.getByText('What you write will be here').waitFor();
    await page.getByRole('link', { name: /2 Articles Draft/ }).waitFor();
    await page.getByRole('link', { name: /The Night Train to Trieste/ }).click();
    await page.waitForURL(/content\/articles\/1$/);
  });

  it('and all others say in the title of the window what they are', async () => {
    const page = await visit('/');
    const name = await page.getByRole('banner').or(page.locator('header')).getByRole('paragraph').first().textContent();
    const home = page.url().replace(/\/$/, '');
    const titles = {
      '': name,
      '/content/articles': `Articles · ${name}`,
      '/files': `Files · ${name}`,
      '/nowhere': `Page not found · ${name}`,
      '/content/nothing': `Page not found · ${name}`,
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(home + path);
      await expect.poll(() => page.title(), { message: path }).toBe(title);
    }
  });

  it('finds items, collections and actions by the keyboard alone', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { name: /Good day/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('night train');
    await page.getByRole('option', { name: /The Night Train to Trieste/ }).waitFor();
    await picture(page, 'palette');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/content\/articles\/1$/);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(/\/studio\/[^/]+\/?$/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.documentElement.dataset.theme === 'dark'`);
  });

  it('takes in what is typed before the search is loaded', async () => {
    const page = await visit('/content/articles');
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const come = deferred();
    await page.route('**/assets/*.js', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('carg');
    await page.keyboard.press('Enter');
    come.resolve();
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('carg');
    await page.keyboard.type('o');
    expect(await page.getByRole('combobox').inputValue()).toBe('cargo');
    expect(page.url()).toMatch(/articles$/);
  });

  it('is searched, with what was typed before it was loaded, once it can be', async () => {
    const page = await visit('/content/articles');
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/studio/**', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/studio/**');
    const come = deferred();
    await page.route('**/assets/*.js', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('night train');
    come.resolve();
    await page.getByRole('option', { name: /The Night Train to Trieste/ }).waitFor();
  });

  it('says that it is searching, that it cannot, and that nobody is signed in any more', async () => {
    const page = await visit('/content/articles');
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const come = deferred();
    await page.route(/items\/.*q=/, async (route) => {
      await come.promise;
      await route.fulfill({ status: 502 });
    });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').fill('nowhere');
    await palette.getByText('Loading…').waitFor();
    expect(await palette.getByText('Nothing found').count()).toBe(0);
    come.resolve();
    await palette.getByText('The server is busy.').waitFor();
    await page.unroute(/items\/.*q=/);
    await page.context().clearCookies();
    await palette.getByRole('combobox').fill('nowhere at all');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });

  it('says why nobody is signed out', async () => {
    const page = await visit('/content/articles');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/auth/logout', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('sign out');
    await page.getByRole('option', { name: /^Sign out/ }).click();
    await page.getByText('The server cannot be reached').waitFor();
  });

  it('says that the server cannot be reached if a page cannot be loaded, and of a new version if it can', async () => {
    const page = await visit('/content/articles');
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const files = page.getByRole('link', { name: 'Files', exact: true });
    await page.route('**/studio/**', (route) => route.abort());
    await files.click();
    await page.getByText('The server cannot be reached').waitFor();
    expect(await page.getByText('new version').count()).toBe(0);
    await page.unroute('**/studio/**');
    await page.route('**/studio/assets/*', (route) => route.fulfill({ status: 404 }));
    await files.click();
    await page.getByText('There is a new version of this app.').waitFor();
  });

  it("uses the user's language", async () => {
    await project.ask('PATCH', '/users/1', { locale: 'es-ES' });
    const page = await visit('/');
    await page.getByText('En qué ha trabajado').waitFor();
    await project.ask('PATCH', '/users/1', { locale: 'en-US' });
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
    ['dark', 1280],
    ['light', 390],
  ] as const)('has no fault of accessibility in %s at %i px', async (theme, width) => {
    const page = await visit('/', { theme, width });
    await page.getByText('The Night Train to Trieste').first().waitFor();
    await picture(page, `home-${theme}-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('of an empty project tells administrators where to create collections, and so does its diagram', async () => {
    const empty = await createTestProject(server, database);
    const page = await visit('/', { project: empty.key });
    await page.getByText('Create one in the data model, and it appears here.').waitFor();
    await page.goto(`/studio/${empty.key}/model?view=diagram`);
    await page.getByRole('heading', { name: 'There are no collections yet.' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-diagram-empty');
    await empty.remove();
  });

  it('says what could not be read, and reads it again', async () => {
    const page = await visit('/me');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const refused = { status: 503, contentType: 'application/json', body: '{"error":{"code":15,"message":"busy"}}' };
    const isRead = /\/(activity|items\/articles)\?/;
    await page.route(isRead, (route) => route.fulfill(refused));
    await page.getByRole('link', { name: 'Home' }).first().click();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.poll(() => again.count(), { timeout: 30_000 }).toBe(3);
    await picture(page, 'home-failed');
    await page.unroute(isRead);
    for (let left = 2; left >= 0; left -= 1) {
      await again.first().click();
      await expect.poll(() => again.count()).toBe(left);
    }
  });
});

import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { onStudio } from '../support/studio.ts';

onStudio('related items', ({ visit, picture, project }) => {
  const read = async (path: string): Promise<unknown> => (await project.ask('GET', path)).body.data;

  /** The body that saving the page sends, in one request. */
  async function saved(page: Page): Promise<Readonly<Record<string, unknown>>> {
    const sent = page.waitForRequest((request) => ['POST', 'PATCH'].includes(request.method()));
    await page.keyboard.press('Control+s');
    const request = await sent;
    expect((await request.response())?.status()).toBe(200);
    return request.postDataJSON() as Record<string, unknown>;
  }

  /** Scrolls to a field, which is loaded once it is in view: editors above it load late and push it away again. */
  const show = (page: Page, field: string, part: Locator): Promise<void> =>
    vi.waitFor(
      async () => {
        await page.locator(`[data-field="${field}"]`).scrollIntoViewIfNeeded();
        if (!(await part.isVisible())) throw new Error(`${field} does not show`);
      },
      { timeout: 15_000, interval: 100 },
    );

  it('are chosen by searching, with the keyboard alone', async () => {
    const page = await visit('/content/articles/2');
    const author = page.getByRole('combobox', { name: 'Author' });
    await author.waitFor();
    expect(await author.inputValue()).toBe('Mateo Ferrer');
    await author.focus();
    await page.keyboard.type('yuki');
    // Before the search is answered, the list has all authors, and Enter would choose the first one.
    await page.locator('[role="option"][data-highlighted]', { hasText: 'Yuki Tanabe' }).waitFor();
    await picture(page, 'to-one');
    await page.keyboard.press('Enter');
    await expect.poll(() => author.inputValue()).toBe('Yuki Tanabe');
    expect(await saved(page)).toEqual({ author: 5 });
  });

  it('keep the highlight where the user moved it before the search was answered', async () => {
    const page = await visit('/content/articles/2');
    const answered = deferred();
    await page.route(/items\/authors\?.*q=a/, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object[] };
      await answered.promise;
      await route.fulfill({ response, json: { data: [{ id: 99, name: 'Aada Aalto' }, ...data] } });
    });
    const author = page.getByRole('combobox', { name: 'Author' });
    await author.click();
    await page.getByRole('option').nth(1).waitFor();
    await author.fill('a');
    const highlighted = page.locator('[role="option"][data-highlighted]');
    const first = await highlighted.textContent();
    await page.keyboard.press('ArrowDown');
    const chosen = await highlighted.textContent();
    expect(chosen).not.toBe(first);
    answered.resolve();
    await page.getByRole('option', { name: 'Aada Aalto' }).waitFor();
    expect(await highlighted.textContent()).toBe(chosen);
    await author.fill('aa');
    await expect.poll(() => highlighted.textContent()).toContain('Aada Aalto');
  });

  it('are created in a drawer from a new item, with one request for both', async () => {
    const page = await visit('/content/articles/+');
    await page.getByRole('textbox', { name: /Title/ }).fill('Letters from the Roof');
    await page.getByRole('combobox', { name: 'Author' }).click();
    await page.keyboard.type('Zora Hale');
    await page.getByRole('option', { name: 'Create “Zora Hale”' }).click();
    const drawer = page.getByRole('dialog', { name: 'Zora Hale' });
    await drawer.getByRole('textbox', { name: 'City' }).fill('Leith');
    await picture(page, 'drawer');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await drawer.waitFor({ state: 'detached' });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const sent = await saved(page);
    expect(sent).toMatchObject({ title: 'Letters from the Roof', author: { name: 'Zora Hale', city: 'Leith' } });
    await page.waitForURL(/content\/articles\/\d+$/);
    expect(posts).toHaveLength(1);
  });

  it('are added and removed as chips, and created while typing', async () => {
    const page = await visit('/content/articles/2');
    const input = page.getByRole('combobox', { name: 'Tags' });
    await input.click();
    await page.keyboard.type('garden');
    await page.locator('[role="option"][data-highlighted]', { hasText: 'garden' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove garden' }).waitFor();
    await input.fill('slow');
    await page.getByRole('option', { name: 'Create “slow”' }).click();
    await page.getByRole('button', { name: 'Remove slow' }).waitFor();
    await page.getByRole('button', { name: 'Remove craft' }).click();
    await page.getByRole('button', { name: 'Undo the change of craft' }).waitFor();
    await picture(page, 'chips');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await saved(page)).toEqual({
      tags: [{ tag: 5 }, { tag: { name: 'slow' } }, { id: expect.any(Number), $delete: true }],
    });
    await page.getByRole('button', { name: 'Undo the change of craft' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open slow' }).waitFor();
  });

  it('are not offered for creation before it is known whether one of that name exists', async () => {
    const page = await visit('/content/articles/3');
    const answered = deferred();
    await page.route('**/items/tags?*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).pressSequentially('garden');
    const offer = page.getByRole('option', { name: 'Create “garden”' });
    await page.waitForRequest(/items\/tags\?.*q=garden/);
    expect(await offer.count()).toBe(0);
    answered.resolve();
    await page.getByRole('option', { name: 'garden', exact: true }).waitFor();
    expect(await offer.count()).toBe(0);
  });

  it('accept no input while they are being saved, since new ones have no key until then', async () => {
    const page = await visit('/content/articles/4');
    const answered = deferred();
    await page.route('**/items/articles/4?*', async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise;
      await route.continue();
    });
    const input = page.getByRole('combobox', { name: 'Tags' });
    await input.fill('harbours');
    await page.getByRole('option', { name: 'Create “harbours”' }).click();
    await page.getByRole('button', { name: 'Remove harbours' }).waitFor();
    await input.focus();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/items/'));
    await page.keyboard.press('Control+s');
    await sent;
    await page.keyboard.type('x');
    const sheet = page.getByRole('region', { name: 'Fields', exact: true, includeHidden: true });
    await expect.poll(() => sheet.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('0.55');
    answered.resolve();
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    await page.locator('[role=combobox]:focus').waitFor();
    expect(await input.inputValue()).toBe('');
    await page.keyboard.type('bread');
    expect(await input.inputValue()).toBe('bread');
  });

  it('are removed from a list or deleted, which are distinguished, and both can be undone', async () => {
    const page = await visit('/content/articles/2');
    await show(page, 'comments', page.getByRole('button', { name: 'Delete Sam' }));
    await page.getByRole('button', { name: 'Remove Greta from this list' }).click();
    await page.getByRole('button', { name: 'Delete Sam' }).click();
    await page.getByText('Will be removed').waitFor();
    await page.getByText('Will be deleted').waitFor();
    await page.getByRole('button', { name: 'Delete Aunt Carmen' }).click();
    await page.getByRole('button', { name: 'Undo the change of Aunt Carmen' }).click();
    await picture(page, 'rows');
    expect(await accessibilityFaults(page)).toEqual([]);
    const [greta, sam] = (await read('/items/comments?filter[article]=2&fields=id')) as { id: number }[];
    expect(await saved(page)).toEqual({
      comments: [
        { id: greta?.id, article: null },
        { id: sam?.id, $delete: true },
      ],
    });
    await page.getByText('Will be removed').waitFor({ state: 'detached' });
    expect(await read(`/items/comments/${greta?.id}`)).toMatchObject({ article: null, name: 'Greta' });
  });

  it('are edited two levels deep, with a question before anything is lost', async () => {
    const page = await visit('/content/comments/1');
    await page.getByRole('button', { name: 'Open The Night Train to Trieste' }).click();
    const article = page.getByRole('dialog', { name: 'The Night Train to Trieste' });
    await article.getByRole('button', { name: 'Open Oskar Brandt' }).click();
    const author = page.getByRole('dialog', { name: 'Oskar Brandt' });
    await author.getByRole('textbox', { name: 'City' }).fill('Jena');
    await picture(page, 'two-drawers');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you changed here?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await author.getByRole('button', { name: /^Done/ }).click();
    await author.waitFor({ state: 'detached' });
    await article.getByText('Changed', { exact: true }).waitFor();
    await article.getByRole('button', { name: /^Done/ }).click();
    await article.waitFor({ state: 'detached' });
    expect(await saved(page)).toEqual({ article: { id: 1, author: { id: 4, city: 'Jena' } } });
    expect(await read('/items/authors/4')).toMatchObject({ city: 'Jena' });
  });

  it('are left without a question if nothing was changed, and discarded on request', async () => {
    const page = await visit('/content/articles/3');
    await page.getByRole('button', { name: 'Open Nomsa Dube' }).click();
    const drawer = page.getByRole('dialog', { name: 'Nomsa Dube' });
    const city = drawer.getByRole('textbox', { name: 'City' });
    await city.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open Nomsa Dube' }).click();
    await city.fill('Pretoria');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(0);
  });

  it('are translated side by side, with the completeness of each language', async () => {
    const page = await visit('/content/articles/1');
    const right = page.getByRole('region', { name: 'Right side' });
    await show(page, 'translations', right);
    await right.getByRole('textbox', { name: 'Summary' }).fill('');
    await right.getByText('50%').waitFor();
    await right.getByRole('textbox', { name: /Title/ }).fill('El tren de noche');
    await picture(page, 'translations');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a language' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Language', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('French');
    await page.locator('[role="option"][data-highlighted]', { hasText: 'French' }).waitFor();
    await page.keyboard.press('Enter');
    await right.getByRole('textbox', { name: /Title/ }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Le train de nuit');
    expect(await saved(page)).toEqual({
      translations: [
        { id: expect.any(Number), title: 'El tren de noche', summary: '' },
        { language: 'fr', title: 'Le train de nuit' },
      ],
    });
    await page.getByText('1 of 3 languages').waitFor();
  });

  it('survive closing the page before they are saved', async () => {
    const page = await visit('/content/articles/3');
    await page.getByRole('button', { name: 'Open Nomsa Dube' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'City' }).fill('Umlazi');
    await page.getByText(/saved in this browser/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Changed', { exact: true }).waitFor();
    expect(await saved(page)).toEqual({ author: { id: 3, city: 'Umlazi' } });
  });

  it('accept a dropped file with its picture, and release it', async () => {
    const page = await visit('/content/articles/4', { theme: 'dark' });
    await show(page, 'picture', page.getByRole('button', { name: 'Upload', exact: true }));
    const data = await page.evaluateHandle((text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
      return transfer;
    }, DOT);
    await page.getByRole('button', { name: 'Upload', exact: true }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByRole('img', { name: 'Preview of Dot' }).waitFor();
    await picture(page, 'file-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await saved(page)).toEqual({ picture: expect.any(Number) });
    await page.getByRole('button', { name: 'Clear Dot' }).click();
    await page.getByRole('button', { name: 'Library' }).waitFor();
    expect(await saved(page)).toEqual({ picture: null });
  });

  it('stay fast with a thousand of them, and fit a narrow window', async () => {
    const comments = Array.from({ length: 1000 }, (_, at) => ({ name: `Reader ${at}` }));
    const made = await project.ask('POST', '/items/articles', { title: 'Much discussed', comments });
    const requests: string[] = [];
    const page = await visit(`/content/articles/${(made.body.data as { id: number }).id}`, { width: 390, height: 800 });
    page.on('request', (request) => request.url().includes('/items/comments') && requests.push(request.url()));
    await show(page, 'comments', page.getByRole('button', { name: 'Reader 49', exact: true }));
    expect(await page.getByRole('button', { name: 'Reader 50', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Reader 99', exact: true }).waitFor();
    await picture(page, 'narrow');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

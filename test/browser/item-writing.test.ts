import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { makeNotes, makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

const HOSTILE = '"><img src=x onerror="window.broken=1"><svg onload="window.broken=1"> {{ 7*7 }} javascript:alert(1)';

const QUIET_MS = 500;

/**
 * Resolves when a page has sent no requests for a while. Its load state reports that once, possibly before it has sent
 * any.
 */
function nothingAsked(page: Page): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(() => {
      page.off('request', wait);
      done();
    }, QUIET_MS);
    const wait = (): unknown => timer.refresh();
    page.on('request', wait);
  });
}

onStudio('writing an item', ({ visit, project, picture }) => {
  beforeAll(() => makeNotes(project));

  const note = (values: object): Promise<{ id: number }> => project.write('POST', '/items/notes', values);
  const saved = (page: Page): Promise<void> => page.getByText('Saved.', { exact: true }).first().waitFor();

  it('is shown after at most four requests, and saved with one', async () => {
    const page = await visit('/me');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/studio/')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await nothingAsked(page);
    asked.length = 0;
    await page.evaluate(() => history.pushState({}, '', location.pathname.replace('/me', '/content/articles/1')));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: {} })));
    await page.getByRole('heading', { level: 1, name: 'The Night Train to Trieste' }).waitFor();
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(4);
    asked.length = 0;
    await page.getByRole('textbox', { name: 'Title required' }).fill('The Night Train to Triest');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(asked.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    expect(await project.read('/items/articles/1?fields=title')).toEqual({ title: 'The Night Train to Triest' });
  });

  it('is written and published with the keyboard alone', async () => {
    const page = await visit('/content/articles/+');
    await page.getByRole('textbox', { name: 'Title required' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('A Small Grammar of Rivers');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+s');
    await saved(page);
    await page.waitForURL(/\/content\/articles\/\d+$/);
    await page.keyboard.press('Control+Shift+Enter');
    const question = page.getByRole('dialog', { name: 'Publish this item?' });
    await question.waitFor();
    await picture(page, 'item-publish');
    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    const published = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Status: Published' }).waitFor();
    await published;
    const key = new URL(page.url()).pathname.split('/').at(-1);
    const read = await project.ask('GET', `/items/articles/${key}?fields=title,status`, undefined, null);
    expect(read.body.data).toEqual({ title: 'A Small Grammar of Rivers', status: 'published' });
  });

  it('shows errors at their field during typing, and jumps to the first one', async () => {
    const page = await visit('/content/notes/+');
    await page.getByLabel('Code').fill('abc');
    await page.getByText('This is not in the format that the field expects.').waitFor();
    await page.getByLabel('Size').fill('0');
    await page.getByText('At least 1.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('This cannot be empty.').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
    await picture(page, 'item-faults');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.type('Figs');
    await page.getByLabel('Code').fill('FIG-1');
    await page.getByLabel('Size').fill('3');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await project.read('/items/notes?filter[code]=FIG-1&fields=title,size,fixed')).toEqual([
      { title: 'Figs', size: 3, fixed: 'as it is' },
    ]);
  });

  it("shows the server's refusal at its field", async () => {
    await note({ title: 'Plums', code: 'PLU-1' });
    const page = await visit('/content/notes/+');
    await page.getByLabel('Title').fill('More plums');
    await page.getByLabel('Code').fill('PLU-1');
    await page.keyboard.press('Control+s');
    await page.getByText('Another item already has this.').waitFor();
    await page.getByLabel('Code').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Code').fill('PLU-2');
    await page.keyboard.press('Control+s');
    await saved(page);
  });

  it('is not blocked by a pattern that never ends', async () => {
    const page = await visit('/content/notes/+');
    await page.getByLabel('Title').fill('Slow');
    await page.getByLabel('Slow').fill(`${'a'.repeat(40)}!`);
    await page.getByLabel('Summary').fill('still here');
    expect(await page.getByLabel('Summary').inputValue()).toBe('still here');
    await page.getByLabel('Slow').fill('aaa');
    await page.keyboard.press('Control+s');
    await saved(page);
  });

  it('is followed by another, or saved as a new item', async () => {
    const page = await visit('/content/notes/+');
    await page.getByLabel('Title').fill('First of two');
    await page.keyboard.press('Control+Shift+s');
    await saved(page);
    await page.getByRole('heading', { level: 1, name: 'New note' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    await page.getByLabel('Title').fill('Second of two');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/notes\/\d+$/);
    const old = page.url();
    await page.getByLabel('Summary').fill('Only in the new one');
    await page.getByRole('button', { name: 'More actions' }).click();
    await picture(page, 'item-menu');
    await page.getByRole('menuitem', { name: 'Save as a new item' }).click();
    await page.waitForURL((url) => /\/notes\/\d+$/.test(url.pathname) && url.href !== old);
    expect(await project.read('/items/notes?filter[title]=Second of two&fields=summary&sort=id')).toEqual([
      { summary: null },
      { summary: 'Only in the new one' },
    ]);
  });

  it('is deleted by its status, and restored', async () => {
    const page = await visit('/content/articles/2');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/\/content\/articles$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => project.read('/items/articles?filter[id]=2&status=*&fields=status'))
      .not.toEqual([{ status: 'deleted' }]);
  });

  it('is deleted once, and says that it is being saved or deleted', async () => {
    const { id } = await note({ title: 'Slow' });
    const page = await visit(`/content/notes/${id}`);
    await page.getByLabel('Summary').fill('Slow');
    const sent: string[] = [];
    let come = deferred();
    await page.route(`**/items/notes/${id}*`, async (route) => {
      sent.push(route.request().method());
      await come.promise;
      await route.continue();
    });
    const said = page.getByRole('status').filter({ hasText: 'One moment…' });
    await page.keyboard.press('Control+s');
    await said.waitFor({ state: 'attached' });
    come.resolve();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await said.count()).toBe(0);
    come = deferred();
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await said.waitFor({ state: 'attached' });
    }
    come.resolve();
    await page.waitForURL(/\/content\/notes$/);
    expect(sent).toEqual(['PATCH', 'DELETE']);
  });

  it('has a link that is copied where the browser hides the clipboard from pages without https', async () => {
    const { id } = await note({ title: 'Copied' });
    const page = await visit('/me');
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'clipboard', { configurable: true, get: () => undefined })`,
    );
    await page.goto(page.url().replace(/me$/, `content/notes/${id}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).click();
    await page.getByText('The link is in the clipboard.').waitFor();
    const summary = page.getByLabel('Summary');
    await summary.focus();
    await page.keyboard.press('Control+v');
    expect(await summary.inputValue()).toBe(page.url());
  });

  it('shows hostile values as plain text', async () => {
    const { id } = await note({ title: HOSTILE, summary: HOSTILE.slice(0, 90), inside: HOSTILE.slice(0, 90) });
    const page = await visit(`/content/notes/${id}`);
    await page.getByRole('heading', { level: 1 }).getByText('onerror').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe(HOSTILE.slice(0, 90));
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  });

  describe('for roles', () => {
    it('can be read by a role that may not change it, and says why', async () => {
      const { id } = await note({ title: 'Read only', size: 5 });
      const as = await makePerson(project, 'reader', [{ collection: 'notes', read: 'full' }]);
      const page = await visit(`/content/notes/${id}`, { as });
      await page.getByText('You may read this item, but not change it.').waitFor();
      expect(await page.getByLabel('Title').getAttribute('readonly')).not.toBeNull();
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
      await picture(page, 'item-readonly');
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('shows no hidden field, accepts no change of others, and asks for a reason', async () => {
      const { id } = await note({ title: 'With a reason', code: 'WHY-1', size: 5 });
      const row = { create: 'full', read: 'full', update: 'full', explain: 'update' };
      const lists = { read_field_blacklist: ['size'], write_field_blacklist: ['code'] };
      const as = await makePerson(project, 'clerk', [{ collection: 'notes', ...row, ...lists }]);
      const page = await visit(`/content/notes/${id}`, { as });
      await page.getByLabel('Code').waitFor();
      expect(await page.getByLabel('Code').getAttribute('readonly')).not.toBeNull();
      expect(await page.getByLabel('Size').count()).toBe(0);
      expect(await page.getByLabel('Secret').count()).toBe(0);
      await page.getByLabel('Summary').fill('Changed');
      await page.keyboard.press('Control+s');
      const question = page.getByRole('dialog', { name: 'Why this change?' });
      await question.getByRole('button', { name: 'Save' }).click();
      await question.getByText('A few words are enough.').waitFor();
      await question.getByLabel('Reason').fill('It was wrong');
      await page.keyboard.press('Enter');
      await saved(page);
      const [entry] = await project.read<object[]>('/activity?filter[comment][eq]=It was wrong&fields=item');
      expect(entry).toEqual({ item: String(id) });
    });
  });

  it.each([
    { width: 390, theme: 'dark' },
    { width: 1280, theme: 'dark' },
    { width: 2560, theme: 'light' },
  ] as const)('can be read by everybody, $width px wide and $theme', async ({ width, theme }) => {
    const page = await visit('/content/articles/3', { width, theme });
    await page.getByLabel('Summary').first().waitFor();
    await picture(page, `item-${width}-${theme}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('is printed as long as it is, without what surrounds it', async () => {
    const page = await visit('/content/articles/1', { height: 500 });
    const sheet = page.getByRole('region', { name: 'Fields', exact: true });
    await sheet.getByLabel('Summary').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const hidden = await sheet.evaluate((element) => element.scrollHeight - element.clientHeight);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const around of [
      page.getByRole('navigation', { name: 'Sections' }),
      page.getByRole('button', { name: 'Save' }),
    ])
      expect(await around.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(hidden).toBeLessThanOrEqual(1);
    expect(height).toBeGreaterThan(1000);
  });

  it('says that it is not there, and leads back', async () => {
    const page = await visit('/content/articles/9999');
    await page.getByRole('heading', { name: 'Item not found' }).waitFor();
    expect(await page.title()).toBe('9999 · Articles');
    await page.getByRole('heading', { name: '9999', exact: true }).waitFor();
    expect(await page.getByText(/New article|Draft/).count()).toBe(0);
    await picture(page, 'item-gone');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/\/content\/articles$/);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { LEGACY, makeLegacyDatabase } from '../support/legacy-database.ts';
import { addNovels, keepCover } from '../support/legacy-novels.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';
import { onStudio } from '../support/studio.ts';

onStudio(
  'a project that Directus 8 left',
  ({ visit, server, database, picture }) => {
    const KEY = `library${Date.now().toString(36)}`;
    const ADA = { email: LEGACY.email, password: LEGACY.password };
    beforeAll(async () => {
      await makeLegacyDatabase(database, KEY);
      await addNovels(database, KEY);
      await keepCover(server.data, KEY);
      const body = { ...database, project: KEY, db_name: KEY, adopt: true, super_admin_token: SUPER_ADMIN_TOKEN };
      const answer = await ask('POST', '/server/projects', body);
      if (!answer.ok) throw new Error(await answer.text());
    }, 60_000);

    const ask = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(server.base + path, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${LEGACY.token}` },
        ...(body && { body: JSON.stringify(body) }),
      });
    const read = async (path: string): Promise<Record<string, unknown>> =>
      ((await (await ask('GET', `/${KEY}${path}`)).json()) as { data: Record<string, unknown> }).data;
    const open = (path: string, more: object = {}): Promise<Page> => visit(path, { project: KEY, as: ADA, ...more });
    const emma = async (): Promise<Page> => {
      const page = await open('/content/novels/1', { refusals: true });
      await page.getByLabel('Blurb').waitFor();
      return page;
    };
    async function save(page: Page): Promise<void> {
      await page.keyboard.press('Control+s');
      await page.getByText('Saved.', { exact: true }).first().waitFor();
    }

    it('lets people sign in with their old passwords, and shows their collections', async () => {
      const page = await open('/', { as: null });
      await page.getByLabel('E-mail').fill(ADA.email);
      await page.getByLabel('Password', { exact: true }).fill(ADA.password);
      await page.keyboard.press('Enter');
      await page.getByText('Good day, Ada.').waitFor();
      const content = page.getByRole('main').getByRole('link');
      await content.filter({ hasText: 'Novels' }).first().waitFor();
      await content.filter({ hasText: 'Books' }).first().waitFor();
      expect(await content.filter({ hasText: 'Novels translations' }).count()).toBe(0);
      await picture(page, 'adopted-home');
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('lists items with the configured columns, order and status names', async () => {
      const page = await open('/content/novels');
      await page.getByText('Persuasion').waitFor();
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual(['Title', 'Price', 'Status']);
      await page.getByText('On sale').first().waitFor();
      await page.getByText('In work').first().waitFor();
      expect(await page.getByText('Sanditon').count()).toBe(0);
      const [first] = await page
        .getByRole('row')
        .filter({ hasText: /Emma|Persuasion/ })
        .allInnerTexts();
      expect(first).toContain('Emma');
      await picture(page, 'adopted-list');
    });

    it('opens views that people had saved', async () => {
      const page = await open('/content/novels');
      await page.getByText('Persuasion').waitFor();
      await page.getByRole('button', { name: /^View/ }).click();
      await page
        .getByRole('menuitem', { name: /Dear ones/ })
        .or(page.getByText('Dear ones'))
        .first()
        .click();
      await page.getByText('Persuasion').waitFor({ state: 'detached' });
      await page.getByText('Emma').first().waitFor();
      await picture(page, 'adopted-cards');
    });

    it('shows an item with its configured interfaces', async () => {
      const page = await emma();
      const field = (name: string) => page.locator(`[data-field="${name}"]`);
      expect(await field('form').getByRole('combobox').inputValue()).toBe('prose');
      expect(await field('binding').getByLabel('Hardback').isChecked()).toBe(true);
      expect(await field('editions').getByLabel('Book club').isChecked()).toBe(true);
      await field('topics').getByText('marriage').waitFor();
      await field('body').locator('strong').waitFor();
      expect(await field('stock').getByRole('slider').getAttribute('max')).toBe('50');
      expect(await field('released').locator('input').first().inputValue()).toBe('1815-12-23');
      await field('in_print').getByText('In print').last().waitFor();
      expect(await field('country').getByRole('combobox').inputValue()).toBe('France');
      await field('genres').getByText('Satire').waitFor();
      await field('reviews').scrollIntoViewIfNeeded();
      await field('reviews').getByText('A delight').waitFor();
      expect(await field('shelf').getByRole('textbox').inputValue()).toBe('A-3');
      await page.getByRole('heading', { name: 'For the office' }).waitFor();
      await page.getByText('Four lines at most').waitFor();
      await picture(page, 'adopted-item');
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('saves what was changed and leaves everything else as it was', async () => {
      const before = await read('/items/novels/1?fields=*');
      const page = await emma();
      await page.getByLabel('Blurb').fill('Clever.');
      await save(page);
      const { modified_on: _, ...after } = await read('/items/novels/1?fields=*');
      const { modified_on: __, ...expected } = { ...before, blurb: 'Clever.' } as Record<string, unknown>;
      expect(after).toEqual(expected);
    });

    it('adds a related item and writes a translation in the configured languages', async () => {
      const page = await emma();
      const translations = page.locator('[data-field=translations]');
      await translations.getByText('2 of 2 languages').waitFor();
      await translations.getByLabel('Title').last().fill('Emma, en français');
      const genres = page.locator('[data-field=genres]');
      await genres.getByRole('combobox').first().click();
      await page.getByRole('option', { name: 'Romance' }).click();
      await page.keyboard.press('Escape');
      await save(page);
      const stored = await read('/items/novels/1?fields=genres.genre.name,translations.language,translations.title');
      expect(stored.genres).toEqual([{ genre: { name: 'Satire' } }, { genre: { name: 'Romance' } }]);
      expect(stored.translations).toContainEqual({ language: 'fr', title: 'Emma, en français' });
    });

    it('shows files from the old folder, including thumbnails', async () => {
      const page = await open('/files');
      const image = page.getByRole('img', { name: /Emma/i }).or(page.locator('img[src*="qrstuvwxyzabcdef"]')).first();
      await image.waitFor();
      await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
      await picture(page, 'adopted-files');
    });

    it('keeps the cursor in place while translations are being read', async () => {
      const page = await open('/content/novels/2');
      await page.locator('[data-field=translations]').getByLabel('Title').last().waitFor();
      expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    });

    it('changes the status using the configured names', async () => {
      const page = await open('/content/novels/2');
      await page.getByLabel('Blurb').waitFor();
      await page.getByRole('button', { name: /In work/ }).click();
      await page
        .getByRole('menuitemradio', { name: 'On sale' })
        .or(page.getByRole('menuitem', { name: 'On sale' }))
        .click();
      await save(page);
      expect(await read('/items/novels/2?fields=status')).toEqual({ status: 'published' });
    });

    it('shows the earlier history, and restores an old title', async () => {
      const page = await emma();
      const history = page.getByRole('tabpanel').or(page.getByRole('complementary'));
      await history.getByText('Ready to print?').first().waitFor();
      await history.getByText(/2019/).first().waitFor();
      await picture(page, 'adopted-history');
      await history.getByRole('button', { name: 'Compare' }).last().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Emma, a draft').first().waitFor();
      await picture(page, 'adopted-compare');
    });

    it('offers a reader nothing but reading', async () => {
      const page = await open('/content/novels/1', { as: { email: 'rob@example.com', password: LEGACY.password } });
      await page
        .getByText('You may read this item', { exact: false })
        .or(page.getByText(/may not change/i))
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
      expect(await page.getByLabel('Blurb').getAttribute('readonly')).not.toBeNull();
    });
  },
  { engines: ['mysql'] },
);

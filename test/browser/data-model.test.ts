import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { studioOnEveryEngine } from '../support/studio.ts';

interface Field {
  readonly field: string;
  readonly type: string;
  readonly [name: string]: unknown;
}

studioOnEveryEngine('fields of the data model', ({ visit, project, picture, accessibilityFaults, once, engine }) => {
  const fieldsOf = (collection: string): Promise<readonly Field[]> => project.read<Field[]>(`/fields/${collection}`);
  const fieldOf = (collection: string, field: string): Promise<Field> => project.read(`/fields/${collection}/${field}`);
  const confirm = (page: Page, verb: string): Promise<void> =>
    page.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click();

  once('collections show their role, and what depends on them', async () => {
    const page = await visit('/model', { theme: 'dark' });
    const list = page.getByRole('region', { name: 'Collections', exact: true });
    await list.getByRole('link', { name: 'Articles', exact: true }).waitFor();
    await list.getByText('Drafts, what we have published, and what we took back').waitFor();
    await page.getByRole('region', { name: 'Behind the scenes' }).getByText('Junction').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-overview-dark');
    const make = page.getByRole('button', { name: 'New collection' });
    await make.press('Enter');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => make.evaluate((element) => element === document.activeElement)).toBe(true);
    const narrow = await visit('/model', { width: 390 });
    await narrow.getByRole('link', { name: 'Articles', exact: true }).last().waitFor();
    await narrow.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(narrow)).toEqual([]);
    await picture(narrow, 'model-overview-390');
  });

  once('a collection is a sheet of fields in words, whose widths and rules can be set in place', async () => {
    const page = await visit('/model/articles');
    await page.getByText('Text, up to 120 characters, required').waitFor();
    await page.getByText('One of Authors').waitFor();
    await page.getByText('Several of Tags, by way of Articles tags').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-sheet');
    await page.getByRole('button', { name: 'Width of Summary: Full' }).click();
    await page.getByRole('menuitem', { name: 'Half', exact: true }).click();
    await page.getByRole('button', { name: 'Width of Summary: Half' }).waitFor();
    await page.getByRole('button', { name: 'Summary can only be read' }).click();
    await expect.poll(() => fieldOf('articles', 'summary')).toMatchObject({ width: 'half', readonly: true });
    const narrow = await visit('/model/articles', { width: 390, theme: 'dark' });
    await narrow.getByText('One of Authors').waitFor();
    expect(await accessibilityFaults(narrow)).toEqual([]);
    await picture(narrow, 'model-sheet-390-dark');
  });

  once('fields can be reordered with the keyboard, and the focus follows', async () => {
    const page = await visit('/model/authors');
    const name = page.locator('[data-field=city] .name');
    await name.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Now 2 of').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('City');
    const order = async () =>
      [...(await fieldsOf('authors'))].sort((a, b) => Number(a.sort) - Number(b.sort)).map(({ field }) => field);
    await expect.poll(order).toEqual(['id', 'city', 'name', 'email', 'bio', 'articles']);
  });

  once('a field can be dragged to another position', async () => {
    const page = await visit('/model/tags');
    await page.locator('[data-field=color] .grip').dragTo(page.locator('[data-field=name]'));
    await page.getByText('The order of the fields is changed.').waitFor();
    const color = await fieldOf('tags', 'color');
    const name = await fieldOf('tags', 'name');
    expect(Number(color.sort)).toBeLessThan(Number(name.sort));
  });

  it('a new field is found by its purpose, previewed, planned and added with the keyboard alone', async () => {
    const page = await visit('/model/articles');
    await page.getByRole('heading', { name: 'Fields' }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('searchbox', { name: 'Search kinds of fields' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-gallery');
    await page.keyboard.type('stars');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('Reader’s vote');
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('reader_s_vote');
    await page.getByRole('region', { name: 'Preview' }).getByText('Reader’s vote').waitFor();
    await page.getByLabel('Stars', { exact: true }).fill('7');
    await page.getByRole('region', { name: 'Preview' }).getByRole('radio').nth(6).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-field');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByText('Nothing is lost.').waitFor();
    await page.getByText(/^\d statements? for the database$/).click();
    await page.getByText(/ALTER TABLE/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-plan');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Add field' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The field “Reader’s vote” is there.').waitFor();
    const made = await fieldOf('articles', 'reader_s_vote');
    expect(made).toMatchObject({ type: 'integer', interface: 'rating', options: { max_stars: 7 } });
    expect(made.translation).toMatchObject([{ translation: 'Reader’s vote' }]);
  });

  it('a change that the data does not allow says what prevents it', async () => {
    const page = await visit('/model/articles/title', { theme: 'dark' });
    await page.getByText('Details', { exact: true }).click();
    await page.getByLabel('Longest text').fill('5');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-edit-dark');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The data does not allow this yet.').waitFor();
    await page.getByText(/values of “title” are too long/).waitFor();
    expect(await page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await picture(page, 'model-conflict-dark');
    expect(await fieldOf('articles', 'title')).toMatchObject({ length: '120' });
  });

  it('a text index is chosen next to the index, for texts, if the engine supports it', async () => {
    const page = await visit('/model/articles/title');
    await page.getByText('Details', { exact: true }).click();
    await page.getByLabel('Indexed, to find and sort by it quickly').waitFor();
    const box = page.getByLabel('Text index, to find parts of texts quickly');
    if (engine === 'mysql') {
      await page
        .getByText('No text index is possible: the indexes of MySQL and MariaDB do not find every part of a text')
        .waitFor();
      expect(await box.count()).toBe(0);
      return;
    }
    await box.check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-text-index');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Nothing is lost.').waitFor();
    await confirm(page, 'Save');
    await page.waitForURL((url) => !url.pathname.endsWith('/title'));
    expect(await project.read('/fields/articles/title?fields=*,text_index')).toMatchObject({ text_index: true });
  });

  once('numbers have no text index', async () => {
    const page = await visit('/model/articles/minutes', { width: 390, theme: 'dark' });
    await page.getByText('Details', { exact: true }).click();
    await page.getByLabel('Indexed, to find and sort by it quickly').waitFor();
    expect(await page.getByText('Text index').count()).toBe(0);
    await page.goto(page.url().replace('minutes', 'title'));
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('For longer texts in large tables.').scrollIntoViewIfNeeded();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-text-index-390-dark');
  });

  it('deleting values says how many would be lost', async () => {
    const page = await visit('/model/articles/summary');
    await page.getByRole('button', { name: 'Delete field' }).click();
    await page.getByText(/values of “summary” go\./).waitFor();
    await picture(page, 'model-loss');
    await confirm(page, 'Delete field');
    await page.getByText('The field “Summary” is deleted.').waitFor();
    expect((await fieldsOf('articles')).map(({ field }) => field)).not.toContain('summary');
  });

  it('deleting a table asks for its name', async () => {
    const page = await visit('/model/comments');
    await page.getByRole('button', { name: 'Actions of Comments' }).click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    const dialog = page.getByRole('dialog');
    const input = dialog.getByLabel('Type “comments” to confirm');
    await input.waitFor();
    await picture(page, 'model-type-name');
    const button = dialog.getByRole('button', { name: 'Delete collection' });
    expect(await button.isDisabled()).toBe(true);
    await input.fill('comment');
    expect(await button.isDisabled()).toBe(true);
    await input.fill('comments');
    await button.click();
    await page.getByText('The collection “Comments” is deleted.').waitFor();
    expect((await project.ask('GET', '/items/comments')).status).toBe(404);
  });

  /** Holds back a change of collections until the returned function is called. */
  async function holdBack(page: Page, method: string, path: RegExp): Promise<() => void> {
    const come = deferred();
    await page.route(path, async (route) => {
      if (route.request().method() === method) await come.promise;
      await route.continue();
    });
    return come.resolve;
  }

  /**
   * Begins to create a collection and returns to the page before the list; the returned function releases the request.
   */
  async function leaveWhileMaking(page: Page, name: string): Promise<() => void> {
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const make = await holdBack(page, 'POST', /\/collections$/);
    await page.getByText('Nothing is lost.').waitFor();
    await confirm(page, 'Create');
    await page.getByRole('progressbar').waitFor();
    await page.goBack();
    await page.goBack();
    return make;
  }

  once('creating or deleting a collection does not pull back a user who has moved elsewhere', async () => {
    const page = await visit('/model/tags');
    await page.getByRole('link', { name: 'All collections' }).click();
    const make = await leaveWhileMaking(page, 'Errands');
    make();
    await page.getByText('“Errands” is there.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toMatch(/\/model\/tags$/);
    await page.getByRole('link', { name: 'Errands' }).click();
    await page.getByRole('button', { name: 'Actions of Errands' }).click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    const remove = await holdBack(page, 'DELETE', /\/collections\/errands$/);
    await confirm(page, 'Delete collection');
    await page.getByRole('progressbar').waitFor();
    await page.goBack();
    remove();
    await page.getByText('The collection “Errands” is deleted.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toMatch(/\/model\/tags$/);
  });

  once('a user who leaves the data model while a change runs is told how it ended, and can undo it', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: 'Data model' }).first().click();
    const make = await leaveWhileMaking(page, 'Chores');
    await page.getByRole('heading', { name: 'Data model' }).waitFor({ state: 'detached' });
    make();
    await page.getByText('“Chores” is there.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is as it was before.').waitFor();
    await expect.poll(() => project.ask('GET', '/collections/chores').then(({ status }) => status)).toBe(404);
  });

  it('names and notes of any kind stay text', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'`{{7*7}}';
    await project.write('POST', '/collections', {
      collection: 'hostile',
      note: evil,
      icon: '"><script>',
      translation: [{ locale: 'en-US', translation: evil }],
      fields: [
        {
          field: 'id',
          type: 'integer',
          datatype: 'INT',
          length: 10,
          interface: 'primary-key',
          primary_key: true,
          auto_increment: true,
        },
        {
          field: 'x',
          type: 'string',
          datatype: 'VARCHAR',
          length: 20,
          interface: evil,
          note: evil,
          options: { placeholder: evil },
          translation: [{ locale: 'en-US', translation: evil }],
        },
      ],
    });
    const page = await visit('/model/hostile');
    await page.getByRole('heading', { name: evil }).waitFor();
    await page.locator('[data-field=x] .name').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe(evil);
    await page.goto(page.url().replace(/\/model.*/, '/model?view=diagram'));
    await page.locator('[data-collection=hostile]').waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
  });

  it('an unmanaged table can be adopted as it is', async () => {
    await project.write('PATCH', '/collections/hostile', { managed: false });
    const page = await visit('/model');
    await page
      .getByRole('region', { name: 'Other tables of the database' })
      .getByRole('button', { name: 'Take in' })
      .click();
    await confirm(page, 'Take in');
    await page.getByText('“hostile” is a collection now.').waitFor();
    expect(await project.read('/collections/hostile')).toMatchObject({ managed: true });
    await project.write('DELETE', '/collections/hostile');
  });
});

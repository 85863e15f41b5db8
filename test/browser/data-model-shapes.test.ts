import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studioOnEveryEngine } from '../support/studio.ts';

const confirm = (page: Page, verb: string): Promise<void> =>
  page.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click();
const ready = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .last()
    .getByText(/It takes/)
    .waitFor();

studioOnEveryEngine('the data model and its relations', ({ visit, project, picture, accessibilityFaults, once }) => {
  const relations = (): Promise<readonly object[]> => project.read<object[]>('/relations?limit=-1');
  const collections = async (): Promise<readonly string[]> =>
    (await project.read<{ readonly collection: string }[]>('/collections')).map(({ collection }) => collection);

  it('a relation reads as a sentence, and can be made with the keyboard alone, with its own junction', async () => {
    const page = await visit('/model/authors/+?kind=many', { theme: 'dark' });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('An author has many').first().waitFor();
    await dialog.getByLabel('Of which collection').focus();
    await page.keyboard.type('Tags');
    await dialog.getByText('An author has many tags; a tag has many authors.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-relation-dark');
    await dialog.getByLabel('Field of Authors').press('Enter');
    await ready(page);
    await page.keyboard.press('Enter');
    await page.getByText('The relation is there.').waitFor();
    const made = (await relations()).filter(
      (each) => 'collection_many' in each && each.collection_many === 'authors_tags',
    );
    expect(made).toMatchObject([
      { field_many: 'author', collection_one: 'authors', field_one: 'tags', junction_field: 'tag' },
      { field_many: 'tag', collection_one: 'tags', field_one: 'authors', junction_field: 'author' },
    ]);
  });

  it('a relation that fails halfway leaves nothing behind, and says so', async () => {
    const before = [await collections(), await relations()];
    const page = await visit('/model/comments/+?kind=many');
    await page.route(/\/relations$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: { code: 0, message: 'No space left' } } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Make relation' }).click();
    await ready(page);
    await confirm(page, 'Make relation');
    await page.getByText('Everything is as it was.').waitFor();
    await picture(page, 'model-half-done');
    expect([await collections(), await relations()]).toEqual(before);
  });

  it('a category is nested below another with the same wizard', async () => {
    const page = await visit('/model/tags/+?kind=tree', { width: 390 });
    await page.getByText('A tag has one tag; a tag has many tags.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-tree-390');
    await page.getByRole('button', { name: 'Make relation' }).click();
    await ready(page);
    await confirm(page, 'Make relation');
    await page.getByText('The relation is there.').waitFor();
    expect(await relations()).toContainEqual(
      expect.objectContaining({
        collection_many: 'tags',
        field_many: 'parent',
        collection_one: 'tags',
        field_one: 'children',
      }),
    );
  });

  it('status, timestamps and translations are switches of a collection', async () => {
    const page = await visit('/model/authors');
    for (const name of ['Status', 'Times']) {
      await page.getByRole('switch', { name }).click();
      await ready(page);
      await confirm(page, 'Turn on');
      await page.getByText(`${name}: on.`).waitFor();
      await expect.poll(() => page.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true');
    }
    await page.getByRole('switch', { name: 'Translations' }).click();
    await page.getByRole('checkbox', { name: 'Email' }).uncheck();
    await page.getByRole('checkbox', { name: 'Name' }).uncheck();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-translations');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await ready(page);
    await confirm(page, 'Turn on');
    await page.getByText('Translations: on.').waitFor();
    const fields = await project.read<{ readonly field: string }[]>('/fields/authors_translations');
    expect(fields.map(({ field }) => field)).toEqual(['id', 'author', 'language', 'city', 'bio']);
    await page.getByRole('link', { name: 'All collections' }).click();
    await page.getByRole('region', { name: 'Behind the scenes' }).getByText('Authors translations').waitFor();
  });

  it('a template shows collections with their relations before it creates them', async () => {
    const page = await visit('/model?new=starter', { theme: 'dark' });
    await page.getByText('A post has one writer; a writer has many posts.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-starter-dark');
    await page.getByRole('button', { name: 'Create 3 collections' }).click();
    await ready(page);
    await confirm(page, 'Create 3 collections');
    await page.getByText('“Blog” is there.').waitFor();
    const posts = await project.read<object[]>('/items/posts?fields=title,status');
    expect(posts).toEqual([{ title: 'Salt and rope', status: 'draft' }]);
    expect(await relations()).toContainEqual(
      expect.objectContaining({ collection_many: 'posts_topics', collection_one: 'topics', field_one: 'posts' }),
    );
    await page.getByRole('link', { name: 'Content' }).click();
    await page
      .getByRole('link', { name: /^Posts/ })
      .first()
      .waitFor();
  });

  once('the diagram can be searched, navigated and opened with the keyboard', async () => {
    const page = await visit('/model?view=diagram');
    await page.locator('[data-collection=articles]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-diagram');
    await page.getByRole('searchbox').fill('autho');
    await page.keyboard.press('Enter');
    await page.locator('[data-collection=authors].chosen').waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText('The diagram as a list').click();
    await page.getByRole('button', { name: /^Articles leads to/ }).waitFor();
    await page.locator('[data-collection=articles]').focus();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'model-diagram-chosen');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const [paper, box] = [page.viewportSize(), await page.locator('.diagram .svg').boundingBox()];
    expect(box?.width).toBe(paper?.width);
    await picture(page, 'model-diagram-print');
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Articles', exact: true }).waitFor();
  });

  once('a hundred collections are drawn within two seconds', async () => {
    const key = {
      field: 'id',
      type: 'integer',
      datatype: 'INT',
      length: 10,
      interface: 'primary-key',
      primary_key: true,
      auto_increment: true,
    };
    for (let at = 0; at < 90; at++)
      await project.write('POST', '/collections', {
        collection: `many_${at}`,
        fields: [key, { field: 'next', type: 'm2o', datatype: 'INT', length: 10, interface: 'many-to-one' }],
      });
    const rows = Array.from({ length: 89 }, (_, at) => ({
      collection_many: `many_${at + 1}`,
      field_many: 'next',
      collection_one: `many_${Math.floor(at / 3)}`,
    }));
    await project.write('POST', '/relations', rows);
    const page = await visit('/model');
    await page.getByRole('link', { name: 'Many 89', exact: true }).first().waitFor();
    const took = await page.evaluate(async () => {
      const start = performance.now();
      [...document.querySelectorAll('a')].find((link) => link.textContent?.trim() === 'Diagram')?.click();
      while (!document.querySelector('[data-collection=many_89]'))
        await new Promise((resolve) => setTimeout(resolve, 10));
      return performance.now() - start;
    });
    await picture(page, 'model-diagram-100');
    expect(took).toBeLessThan(2000);
  });
});

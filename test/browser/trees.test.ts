import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

const field = (name: string, type: string, datatype: string | null, how: string, more: object = {}) => ({
  field: name,
  type,
  datatype,
  interface: how,
  ...more,
});
const KEY = { length: 10, primary_key: true, auto_increment: true };
const PLACES = {
  collection: 'places',
  fields: [
    field('id', 'integer', 'INT', 'primary-key', KEY),
    field('title', 'string', 'VARCHAR', 'text-input', { length: 100 }),
    field('parent', 'm2o', 'INT', 'many-to-one', { length: 10 }),
    field('order', 'sort', 'INT', 'sort', { length: 10, hidden_detail: true }),
    field('children', 'o2m', null, 'tree'),
  ],
};
const RELATION = {
  collection_many: 'places',
  field_many: 'parent',
  collection_one: 'places',
  field_one: 'children',
};
const ROWS: readonly (readonly [title: string, parent: number | null])[] = [
  ['Europe', null],
  ['Italy', 1],
  ['Trieste', 2],
  ['Spain', 1],
  ['Asia', null],
  ['Japan', 5],
  ['Kyoto', 6],
];

onStudio('items below one another', ({ visit, picture, project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', PLACES);
    await project.write('POST', '/relations', RELATION);
    for (const [at, [title, parent]] of ROWS.entries())
      await project.write('POST', '/items/places', { title, parent, order: at + 1 });
  });

  const parent = (page: Page) => page.getByRole('button', { name: /^Parent: / });
  const branch = (page: Page, title: string) => page.getByRole('treeitem', { name: title });
  const sent = async (page: Page): Promise<unknown> => {
    const request = page.waitForRequest((each) => each.method() === 'PATCH');
    await page.keyboard.press('Control+s');
    expect((await (await request).response())?.status()).toBe(200);
    return (await request).postDataJSON();
  };

  it('get a parent from a tree that opens where it is, with the keyboard alone', async () => {
    const page = await visit('/content/places/3');
    await parent(page).focus();
    await page.keyboard.press('ArrowDown');
    await branch(page, 'Italy').waitFor();
    expect(await branch(page, 'Italy').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => branch(page, 'Italy').evaluate((line) => line === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await branch(page, 'Japan').waitFor();
    await page.keyboard.press('ArrowRight');
    await picture(page, 'tree-picker');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Parent: Japan' }).waitFor();
    expect(await sent(page)).toEqual({ parent: 6 });
    await project.write('PATCH', '/items/places/3', { parent: 2 });
  });

  it('cannot be put below themselves, neither from the tree nor by a search', async () => {
    const page = await visit('/content/places/1', { theme: 'dark', width: 390 });
    await parent(page).click();
    await branch(page, 'Asia').waitFor();
    const own = branch(page, 'Europe');
    expect(await own.getAttribute('aria-disabled')).toBe('true');
    await own.press('ArrowRight');
    await branch(page, 'Italy').waitFor();
    expect(await branch(page, 'Italy').getAttribute('aria-disabled')).toBe('true');
    await branch(page, 'Italy').press('Enter');
    expect(await branch(page, 'Asia').getAttribute('aria-disabled')).toBeNull();
    await page.getByRole('searchbox', { name: 'Search' }).fill('e');
    await page.getByText('Europe / Italy').waitFor();
    expect(await branch(page, 'Trieste').getAttribute('aria-disabled')).toBe('true');
    await picture(page, 'tree-search-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Parent: Choose…' }).waitFor();
  });

  it('are found by a search with their path, and chosen', async () => {
    const page = await visit('/content/places/4');
    await parent(page).click();
    await page.keyboard.type('kyo');
    await page.getByText('Asia / Japan').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Parent: Kyoto' }).waitFor();
    await page.getByRole('button', { name: 'Clear Kyoto' }).click();
    await page.getByRole('button', { name: 'Parent: Choose…' }).waitFor();
  });

  it('expand to show what is below them, and accept changes at each level in one request', async () => {
    const page = await visit('/content/places/1');
    await page.getByRole('button', { name: 'Show what lies below Italy' }).click();
    const below = page.getByRole('group', { name: 'Below Italy' });
    await below.getByRole('button', { name: 'Trieste', exact: true }).waitFor();
    await below.getByRole('button', { name: 'Create new' }).click();
    const drawer = page.getByRole('dialog', { name: 'New: Places' });
    await drawer.getByRole('textbox', { name: 'Title' }).fill('Ravenna');
    await page.getByRole('dialog', { name: 'Ravenna' }).getByRole('button', { name: /^Done/ }).click();
    await below.getByRole('button', { name: 'Delete Trieste' }).click();
    await picture(page, 'tree-rows');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sent(page)).toEqual({
      children: [{ id: 2, children: [{ title: 'Ravenna' }, { id: 3, $delete: true }] }],
    });
    await below.getByRole('button', { name: 'Ravenna', exact: true }).waitFor();
    await below.getByRole('button', { name: 'Trieste', exact: true }).waitFor({ state: 'detached' });
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' });
  });

  it('do not offer to add their ancestors', async () => {
    const page = await visit('/content/places/6');
    await page.getByRole('button', { name: 'Add existing' }).click();
    const choice = page.getByRole('dialog', { name: 'Add to Children' });
    await choice.getByRole('checkbox', { name: /Asia/ }).waitFor();
    expect(await choice.getByRole('checkbox', { name: /Asia/ }).isDisabled()).toBe(true);
    expect(await choice.getByRole('checkbox', { name: /Japan/ }).isDisabled()).toBe(true);
    expect(await choice.getByRole('checkbox', { name: /Spain/ }).isDisabled()).toBe(false);
    await picture(page, 'tree-add');
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

const field = (name: string, type: string, datatype: string, how: string, more: object = {}) => ({
  field: name,
  type,
  datatype,
  interface: how,
  ...more,
});
const KEY = { length: 10, primary_key: true, auto_increment: true };
const STAGES = { choices: { idea: 'Idea', doing: 'Doing', done: 'Done' } };
const places = {
  collection: 'places',
  fields: [
    field('id', 'integer', 'INT', 'primary-key', KEY),
    field('title', 'string', 'VARCHAR', 'text-input', { length: 100 }),
    field('parent', 'm2o', 'INT', 'many-to-one', { length: 10 }),
    field('photo', 'file', 'INT', 'file', { length: 10 }),
    field('at', 'datetime', 'DATETIME', 'datetime'),
    field('stage', 'string', 'VARCHAR', 'dropdown', { length: 20, options: STAGES }),
  ],
};
const steps = {
  collection: 'steps',
  fields: [
    field('id', 'integer', 'INT', 'primary-key', KEY),
    field('title', 'string', 'VARCHAR', 'text-input', { length: 100 }),
    field('stage', 'string', 'VARCHAR', 'dropdown', { length: 20, options: STAGES }),
    field('place', 'sort', 'INT', 'sort', { length: 10, hidden_detail: true }),
  ],
};
interface Place {
  readonly stage: string;
  readonly parent: number | null;
  readonly at: string;
}

onStudio('layouts of lists', ({ visit, picture, project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', places);
    const relation = { collection_many: 'places', field_many: 'parent', collection_one: 'places' };
    await project.write('POST', '/relations', relation);
    const photo = await uploadTo(project, 'trieste.jpg', await jpeg(90));
    const rows = [
      { title: 'Europe', stage: 'idea', photo, at: '2026-11-10 14:30:00' },
      { title: 'Italy', parent: 1, stage: 'doing', at: '2026-11-12 08:00:00' },
      { title: 'Trieste', parent: 2, stage: 'done', at: null },
      { title: 'Asia', stage: 'idea', at: '2026-11-20 10:00:00' },
    ];
    for (const row of rows) await project.write('POST', '/items/places', row);
  });
  const place = (id: number): Promise<Place> => project.read(`/items/places/${id}`);
  const stored = async (id: number, name: keyof Place, value: unknown): Promise<void> =>
    expect.poll(async () => (await place(id))[name]).toEqual(value);
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const card = (page: Page, name: string) =>
    page.locator('[data-card]').filter({ has: page.getByRole('link', { name, exact: true }) });

  it('write the field of a card that is dragged to another column, and undo that', async () => {
    const page = await visit('/content/places?layout=board');
    await card(page, 'Europe').dragTo(column(page, 'Done'));
    await column(page, 'Done').getByText('Europe').waitFor();
    await stored(1, 'stage', 'done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await column(page, 'Idea').getByText('Europe').waitFor();
    await stored(1, 'stage', 'idea');
  });

  it('move a card with the keyboard: with arrows, and from its menu', async () => {
    const page = await visit('/content/places?layout=board');
    await page.getByRole('link', { name: 'Asia' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await stored(4, 'stage', 'doing');
    await column(page, 'Doing').getByText('Asia').waitFor();
    await page.getByRole('button', { name: 'Move “Asia”' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to Idea' }).press('Enter');
    await stored(4, 'stage', 'idea');
  });

  it('store quick moves of several cards in order, although the first is slow', async () => {
    await project.write('POST', '/collections', steps);
    for (const [at, title] of ['Sketch', 'Draft', 'Proof'].entries())
      await project.write('POST', '/items/steps', { title, stage: 'doing', place: at + 1 });
    const page = await visit('/content/steps?layout=board');
    const come = deferred();
    let writes = 0;
    await page.route('**/items/steps*', async (route) => {
      if (route.request().method() === 'PATCH' && writes++ === 0) await come.promise;
      await route.continue();
    });
    const shown = () => column(page, 'Doing').getByRole('link').allTextContents();
    await page.getByRole('link', { name: 'Sketch' }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(shown).toEqual(['Draft', 'Sketch', 'Proof']);
    await page.getByRole('link', { name: 'Proof' }).focus();
    const isAnswered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(shown).toEqual(['Draft', 'Proof', 'Sketch']);
    await Promise.race([isAnswered, page.waitForTimeout(500)]);
    come.resolve();
    await page.getByText('“Proof” has a new place.').waitFor();
    await page.waitForLoadState('networkidle');
    const stored = await project.read<{ title: string }[]>('/items/steps?sort=place&fields=title');
    expect(stored.map(({ title }) => title)).toEqual(['Draft', 'Proof', 'Sketch']);
    expect(await shown()).toEqual(['Draft', 'Proof', 'Sketch']);
  });

  it('put a card back if its move is refused, and say why', async () => {
    const page = await visit('/content/places?layout=board');
    await page.route('**/items/places/2*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: { code: 302, message: 'no' } } })
        : route.continue(),
    );
    await card(page, 'Italy').dragTo(column(page, 'Done'));
    await page.getByText('“Italy” stays where it was. Your role does not allow this.').waitFor();
    await column(page, 'Doing').getByText('Italy').waitFor();
  });

  it('move a date by dragging and with the keyboard, and keep the time', async () => {
    const page = await visit('/content/places?layout=calendar&by.month=2026-11');
    await page.locator('[data-entry="1"]').dragTo(page.locator('[data-day="2026-11-17"]'));
    await stored(1, 'at', '2026-11-17 14:30:00');
    await page.locator('[data-day="2026-11-17"] [data-entry="1"] button').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await stored(1, 'at', '2026-11-24 14:30:00');
    await page.locator('[data-day="2026-11-24"] [data-entry="1"]').waitFor();
    await page.getByRole('button', { name: '1 without a date' }).click();
    await page.getByRole('button', { name: 'Trieste' }).waitFor();
  });

  it('move an item below another with the keyboard, and refuse a cycle', async () => {
    const page = await visit('/content/places?layout=tree');
    const item = (name: string) => page.getByRole('treeitem', { name });
    await page.getByRole('treeitem', { name: 'Europe', expanded: false }).focus();
    await page.keyboard.press('ArrowRight');
    await item('Italy').waitFor();
    await item('Europe').dragTo(item('Italy'));
    await page.getByText('“Europe” cannot lie below itself.').waitFor();
    expect((await place(1)).parent).toBeNull();
    await item('Asia').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await stored(4, 'parent', 1);
    await page.getByText('“Asia” now lies below “Europe”.').waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await stored(4, 'parent', null);
  });

  it('open an item from its card', async () => {
    const page = await visit('/content/places?layout=cards');
    await page.getByRole('link', { name: 'Italy' }).click();
    await page.waitForURL(/content\/places\/2/);
  });

  it.each(['light', 'dark'] as const)('can be used by everybody, %s, wide and narrow', async (theme) => {
    const page = await visit('/content/places?layout=cards', { theme });
    const base = page.url().replace(/\?.*/, '');
    for (const width of [1280, 390])
      for (const layout of ['cards', 'board', 'calendar', 'tree']) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${base}?layout=${layout}&by.month=2026-11`);
        await page.getByText('Europe').first().waitFor();
        await picture(page, `layout-${layout}-${theme}-${width}`);
        expect(await accessibilityFaults(page)).toEqual([]);
      }
  });
});

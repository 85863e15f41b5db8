import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

onStudio('in forced-colors mode', ({ visit, project, picture }) => {
  let key = 0;
  beforeAll(async () => {
    const day = { field: 'day', type: 'date', datatype: 'DATE', interface: 'calendar' };
    const isOpen = { field: 'is_open', type: 'boolean', datatype: 'TINYINT', length: 1, interface: 'toggle' };
    const isWarm = { ...isOpen, field: 'is_warm' };
    await project.write('POST', '/collections', {
      collection: 'rooms',
      fields: [id, text('name'), day, isOpen, isWarm],
    });
    const room = { name: 'Blue', day: '2026-03-14', is_open: true, is_warm: false };
    key = (await project.write<{ id: number }>('POST', '/items/rooms', room)).id;
  });

  const forced = async (path: string) => {
    const page = await visit(path);
    await page.emulateMedia({ forcedColors: 'active' });
    return page;
  };
  /** The styles of an element that forced-colors mode does not remove. */
  const look = (part: Locator): Promise<string> =>
    part.evaluate((element) => {
      const { outlineStyle, outlineColor, borderTopStyle, borderTopColor, borderBottomWidth, appearance } =
        getComputedStyle(element);
      const outline = outlineStyle === 'none' ? '' : outlineColor;
      return [outline, borderTopStyle, borderTopColor, borderBottomWidth, appearance].join();
    });
  const edge = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).borderTopStyle);

  it('the current entry and the edge of a menu are visible', async () => {
    const page = await forced('/content/articles/1');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await picture(page, 'forced-menu');
    const entries = page.getByRole('menuitem');
    const current = page.locator('[role=menuitem][data-highlighted]');
    expect(await look(current)).not.toBe(await look(entries.last()));
    expect(await edge(page.getByRole('menu'))).toBe('solid');
  });

  it('the current choice of the palette is visible', async () => {
    const page = await forced('/content/articles/1');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const options = page.getByRole('option');
    await options.nth(1).waitFor();
    await picture(page, 'forced-palette');
    expect(await look(options.first())).not.toBe(await look(options.nth(1)));
  });

  it('the current cell of a list is visible', async () => {
    const page = await forced('/content/articles?columns=title,status');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await picture(page, 'forced-list');
    const cells = page.getByRole('row').nth(2).getByRole('gridcell');
    expect(await look(cells.nth(1))).not.toBe(await look(cells.nth(2)));
  });

  it('the selected day and switches that are on are visible', async () => {
    const page = await forced(`/content/rooms/${key}`);
    const days = page.getByRole('gridcell');
    await days.first().waitFor();
    await picture(page, 'forced-form');
    expect(await look(page.getByRole('gridcell', { selected: true }))).not.toBe(await look(days.nth(15)));
    expect(await look(page.getByRole('switch', { name: 'Is Open' }))).toMatch(/auto$/);
  });

  it('the open tab and the open section are visible', async () => {
    const page = await forced('/content/articles/1');
    const [history, links] = [page.getByRole('tab', { name: 'History' }), page.getByRole('tab', { name: 'Links' })];
    await history.waitFor();
    expect(await look(history)).not.toBe(await look(links));
    const rail = page.getByRole('navigation', { name: 'Sections' });
    const files = rail.getByRole('link', { name: 'Files' });
    expect(await look(rail.locator('[aria-current]'))).not.toBe(await look(files));
  });
});

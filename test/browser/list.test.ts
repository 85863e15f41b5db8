import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { id, text } from '../support/fields.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { onStudio, studioOnEveryEngine } from '../support/studio.ts';
import { noteTaken } from '../support/taken.ts';

const grid = (page: Page) => page.getByRole('grid');
const title = (page: Page, name: string) => grid(page).getByRole('link', { name, exact: true });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const titles = (page: Page): Promise<string[]> => grid(page).getByRole('link').allTextContents();
const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const TRAIN = 'The Night Train to Trieste';
const BREAD = 'Bread for People Without Time';

const DIGITS = `(${[...'0123456789'].map((digit) => `SELECT ${digit} AS n`).join(' UNION ALL ')})`;
/** 100,000 plants in 450 beds, in SQL that every engine runs. The number in each name is also the key. */
const MANY_PLANTS = `INSERT INTO plants (name, place) SELECT CONCAT('Plant ', i), CONCAT('Bed ', i % 450) FROM (
  SELECT 1 + a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS i
  FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} d, ${DIGITS} e) numbers ORDER BY i`;

onStudio('the list of a collection', ({ project, visit, picture }) => {
  const articles = async (page: Page): Promise<void> => title(page, TRAIN).waitFor();

  it('sorts on a click, puts that into the address, and goes back', async () => {
    const page = await visit('/content/articles?columns=title,minutes');
    await articles(page);
    const minutes = grid(page).getByRole('button', { name: 'Minutes' });
    await minutes.click();
    await expect.poll(() => param(page, 'sort')).toBe('minutes');
    await minutes.click();
    await expect.poll(() => param(page, 'sort')).toBe('-minutes');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Minutes' }).getAttribute('aria-sort'))
      .toBe('descending');
    await page.goBack();
    await expect.poll(() => param(page, 'sort')).toBe('minutes');
  });

  it('shows a text that does not fit in full when the pointer is over it, and no other', async () => {
    const page = await visit('/content/articles?columns=title,summary');
    await articles(page);
    const summary = 'Eleven hours, two borders, and the best breakfast of the year.';
    await title(page, TRAIN).hover();
    const clipped = grid(page).getByText(summary);
    await clipped.hover();
    await expect.poll(() => clipped.getAttribute('title')).toBe(summary);
    expect(await grid(page).locator('[title]').count()).toBe(1);
  });

  it('filters with chips, which are also a line of text', async () => {
    const page = await visit('/content/articles?columns=title,minutes');
    await articles(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByPlaceholder('Find a field').fill('minutes');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value').fill('6');
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'filter')).toBe('minutes >= 6');
    await page.getByRole('button', { name: 'Minutes at least 6' }).waitFor();
    await page.getByRole('button', { name: 'Write the filter as text' }).click();
    const line = page.getByRole('combobox', { name: 'Filter as text' });
    await line.fill('minutes >= 6 and author.name contains "a"');
    await line.press('Enter');
    await expect.poll(() => param(page, 'filter')).toBe('minutes >= 6 and author.name contains "a"');
    await line.fill('minuts >= 6');
    await line.press('Enter');
    await page.getByText('There is no field “minuts”.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('says that nothing matches, and clears search and filters', async () => {
    const page = await visit('/content/articles?q=zzz&columns=title');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await articles(page);
    expect(param(page, 'q')).toBeNull();
  });

  it('shows the columns that the user chooses, also through relations, and remembers them', async () => {
    const page = await visit('/content/articles?columns=title,status');
    await articles(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Fields of Author' }).click();
    await page.getByRole('button', { name: 'City' }).click();
    await expect.poll(() => param(page, 'columns')).toBe('title,status,author.city');
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Author › City' }).waitFor();
    await page.getByRole('button', { name: 'Author › City' }).press('Alt+ArrowLeft');
    await expect.poll(() => param(page, 'columns')).toBe('title,author.city,status');
    await expect
      .poll(async () => JSON.stringify(await project.read('/collection_presets')))
      .toContain('title,author.city,status');
    const again = await visit('/content/articles');
    await again.getByRole('columnheader', { name: 'Author › City' }).waitFor();
    await expect.poll(() => param(again, 'columns')).toBe('title,author.city,status');
  });

  it('opens a view that an older app has saved', async () => {
    const preset = await project.write<{ id: number }>('POST', '/collection_presets', {
      collection: 'articles',
      title: 'Long reads',
      filters: [{ field: 'minutes', operator: 'gte', value: '6' }],
      view_type: 'tabular',
      view_query: { tabular: { fields: 'title,minutes', sort: '-minutes' } },
    });
    const page = await visit(`/content/articles?view=${preset.id}`);
    await page.getByRole('button', { name: 'Minutes at least 6' }).waitFor();
    await page.getByText('Sorted by Minutes, descending').waitFor();
    await page.getByRole('button', { name: 'Long reads' }).waitFor();
  });

  it('saves a view for everybody, which another session sees', async () => {
    const page = await visit('/content/articles?columns=title&filter=minutes+between+1+and+5');
    await grid(page).waitFor();
    await page.getByRole('button', { name: /^(Save view|Views)/ }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    await page.getByLabel('Name').fill('Short reads');
    await page.getByLabel('Everybody').check();
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'view')).not.toBeNull();
    const other = await visit('/content/articles');
    await other.getByRole('link', { name: 'Short reads' }).click();
    await other.getByRole('button', { name: 'Minutes between 1 and 5' }).waitFor();
  });

  it('edits a cell in place, and undoes it', async () => {
    const page = await visit('/content/articles?columns=title,minutes');
    await articles(page);
    await rowOf(page, BREAD).getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('44');
    await page.keyboard.press('Enter');
    await page.getByText('Minutes is saved.').waitFor();
    expect(await rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('44');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('4');
    const stored = () =>
      project.read<{ minutes: number }[]>(`/items/articles?filter[title]=${encodeURIComponent(BREAD)}`);
    await expect.poll(stored).toMatchObject([{ minutes: 4 }]);
  });

  it('saves the cell of the edited item if rows are inserted meanwhile', async () => {
    const page = await visit('/content/articles?columns=title,minutes&sort=title');
    await articles(page);
    await grid(page).getByRole('button', { name: 'Minutes' }).click();
    await expect.poll(() => param(page, 'sort')).toBe('minutes');
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'A First', minutes: 1 });
    const come = deferred();
    await page.route(/\/items\/articles\?.*sort=title/, async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual((await titles(page)).toSorted());
    await rowOf(page, BREAD).getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('44');
    come.resolve();
    await title(page, 'A First').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Minutes is saved.').waitFor();
    expect(await project.read(`/items/articles/${id}?fields=minutes`)).toEqual({ minutes: 1 });
    expect(await rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('44');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('4');
    await project.write('DELETE', `/items/articles/${id}`);
  });

  it('ends an edit whose item has been deleted, and saves nothing', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', { title: 'A Leaver', minutes: 1 });
    const page = await visit('/content/articles?columns=title,minutes&sort=title');
    await articles(page);
    await grid(page).getByRole('button', { name: 'Minutes' }).click();
    await expect.poll(() => param(page, 'sort')).toBe('minutes');
    await project.write('DELETE', `/items/articles/${id}`);
    const come = deferred();
    const saved: string[] = [];
    await page.route(/\/items\/articles\?.*sort=title/, async (route) => {
      await come.promise;
      await route.continue();
    });
    page.on('request', (request) => request.method() === 'PATCH' && saved.push(request.url()));
    await page.goBack();
    await rowOf(page, 'A Leaver').getByRole('gridcell').last().dblclick();
    const box = page.getByRole('spinbutton', { name: 'Minutes' });
    await box.fill('44');
    come.resolve();
    await box.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
    expect(saved.filter((url) => url.includes('/items/'))).toEqual([]);
  });

  it('restores the old value if the server refuses the new one', async () => {
    const page = await visit('/content/articles?columns=title,minutes');
    await articles(page);
    await page.route('**/items/articles/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { error: { code: 4, message: 'minutes: too long' } } })
        : route.fallback(),
    );
    await rowOf(page, BREAD).getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('99');
    await page.keyboard.press('Enter');
    await page.getByText(/minutes: too long/).waitFor();
    expect(await rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('4');
  });

  it('offers a retry for a value that has not reached the server', async () => {
    const page = await visit('/content/articles?columns=title,minutes');
    await articles(page);
    const fail = (route: Route): Promise<void> =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback();
    await page.route('**/items/articles/*', fail);
    await rowOf(page, BREAD).getByRole('gridcell').last().dblclick();
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('45');
    await page.keyboard.press('Enter');
    await page.getByText('Minutes: The server cannot be reached.').waitFor();
    await picture(page, 'list-cell-unreached');
    await page.unroute('**/items/articles/*', fail);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Minutes is saved.').waitFor();
    expect(await rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('45');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rowOf(page, BREAD).getByRole('gridcell').last().textContent()).toBe('4');
  });

  it('selects a range and publishes it with the keyboard alone, and undoes that', async () => {
    const page = await visit('/content/articles?columns=title,status&filter=status+%3D+draft');
    await grid(page).waitFor();
    const count = (await titles(page)).length;
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    for (let step = 1; step < count; step++) await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText(`${count} selected`).waitFor();
    await picture(page, 'list-selected');
    expect(await accessibilityFaults(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(async () => (await titles(page)).length).toBe(count);
  });

  it('checks the boxes of the rows that clicks select', async () => {
    const page = await visit('/content/articles?columns=title');
    await articles(page);
    const boxes = grid(page).getByRole('rowgroup').last().getByRole('checkbox');
    const checked = (): Promise<boolean[]> =>
      boxes.evaluateAll((all) => all.slice(0, 4).map((box) => (box as HTMLInputElement).checked));
    await boxes.nth(1).click();
    await expect.poll(checked).toEqual([false, true, false, false]);
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([false, true, true, true]);
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await page.getByRole('region', { name: 'Selection' }).getByText('3 selected').waitFor();
    expect(await checked()).toEqual([false, true, true, true]);
    await boxes.nth(2).click();
    await expect.poll(checked).toEqual([false, true, false, true]);
  });

  it('does not scroll sideways where there is room', async () => {
    const page = await visit('/content/authors?columns=name');
    await title(page, 'Ida Lindqvist').waitFor();
    expect(await grid(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it('shows what is selected, and how items stand, in colours that the system chooses', async () => {
    const page = await visit('/content/articles?columns=title,status');
    await articles(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const box = rowOf(page, TRAIN).getByRole('checkbox');
    expect(await box.evaluate((element) => getComputedStyle(element).appearance)).toBe('auto');
    const dot = (name: string) =>
      grid(page)
        .locator('.status', { hasText: name })
        .first()
        .evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    const [published, draft] = [await dot('Published'), await dot('Draft')];
    await page.emulateMedia({ forcedColors: null });
    expect(published).not.toBe(draft);
  });

  it('gives the keyboard back to the list when the selection ends', async () => {
    const page = await visit('/content/articles?columns=title,status');
    await articles(page);
    const bar = page.getByRole('region', { name: 'Selection' });
    const isInList = (): Promise<boolean> => grid(page).evaluate((element) => element === document.activeElement);
    await grid(page).focus();
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: 'Clear the selection' }).press('Enter');
    await expect.poll(isInList).toBe(true);
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('One item deleted.').waitFor();
    await expect.poll(isInList).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await articles(page);
  });

  it('counts nothing where it could not be read, and says so over its whole width', async () => {
    const page = await visit('/content/articles?columns=title');
    await articles(page);
    await page.getByText('11 items').waitFor();
    await page.route('**/items/articles?**', (route) => route.abort());
    await page.getByRole('searchbox').fill('Night');
    const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await alert.getByRole('button', { name: 'Try again' }).waitFor();
    expect(
      await page
        .locator('footer')
        .getByText(/item|match/)
        .count(),
    ).toBe(0);
    const list = page.getByRole('region', { name: 'Articles', exact: true });
    const width = async (part: typeof list) => (await part.boundingBox())?.width;
    expect(await width(alert)).toBe(await width(list));
    await page.unroute('**/items/articles?**');
  });

  it('keeps its rows if more of them cannot be read, and offers a retry', async () => {
    await project.write('POST', '/collections', { collection: 'stones', fields: [id, text('name')] });
    const stones = Array.from({ length: 150 }, (_, at) => ({ name: `Stone ${at + 1}` }));
    await project.write('POST', '/items/stones', stones);
    const page = await visit('/content/stones?columns=name&sort=id');
    await title(page, 'Stone 1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/items/stones?**', (route) => route.abort());
    await grid(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByText('The server cannot be reached.').waitFor();
    await title(page, 'Stone 100').waitFor();
    await picture(page, 'list-more-unreached');
    await page.unroute('**/items/stones?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await title(page, 'Stone 101').waitFor();
  });

  it('keeps what menus, panels and lists of choices show off their edges', async () => {
    const page = await visit('/content/articles?columns=title');
    await articles(page);
    const look = (part: ReturnType<Page['getByRole']>) =>
      part.evaluate((element) => [getComputedStyle(element).padding, getComputedStyle(element).overflowY]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await look(page.getByRole('dialog', { name: 'Filter' }))).toEqual(['12px', 'auto']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await look(page.getByRole('menu'))).toEqual(['4px', 'auto']);
    await page.keyboard.press('Escape');
    await title(page, TRAIN).click();
    await page.getByRole('button', { name: 'Ask somebody…' }).click();
    await page.getByRole('combobox', { name: 'Who' }).click();
    expect(await look(page.getByRole('listbox'))).toEqual(['4px', 'auto']);
  });

  it('deletes softly, and brings back what was deleted', async () => {
    const page = await visit('/content/articles?columns=title,status');
    await articles(page);
    await rowOf(page, TRAIN).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('One item deleted.').waitFor();
    await title(page, TRAIN).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await articles(page);
  });

  it('copies what is shown as a working command', async () => {
    const page = await visit('/content/articles?columns=title&filter=title+contains+Night');
    await articles(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).not.toContain(ADMIN_TOKEN);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], {
      env: { ...process.env, TOKEN: ADMIN_TOKEN },
    });
    expect(JSON.parse(stdout).data).toMatchObject([{ title: TRAIN }]);
  });

  it('exports what is shown', async () => {
    const page = await visit('/content/articles?columns=title,minutes&filter=title+contains+Night');
    await articles(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('articles.csv');
  });

  it('with a single item leads to that item, unless the user has moved elsewhere, and says if it cannot', async () => {
    const fields = [
      { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true },
      { field: 'motto', type: 'string', datatype: 'VARCHAR', length: 100, interface: 'text-input' },
    ];
    await project.write('POST', '/collections', { collection: 'imprint', single: true, fields });
    await project.write('POST', '/items/imprint', { motto: 'Slowly.' });
    const page = await visit('/content/articles?columns=title');
    await articles(page);
    const side = page.getByRole('navigation', { name: 'Collections' });
    await page.route('**/items/imprint?*limit=1*', (route) => route.abort());
    await side.getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByLabel('Motto').inputValue()).toBe('Slowly.');
    await page.goBack();
    await articles(page);
    const [asked, answered] = [deferred(), deferred()];
    await page.route('**/items/imprint?*limit=1*', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await side.getByRole('link', { name: 'Imprint' }).click();
    await asked.promise;
    await side.getByRole('link', { name: 'Articles' }).click();
    await articles(page);
    // The page of an item has been loaded before, so it would be opened at once.
    const taken = await noteTaken(page);
    answered.resolve();
    await taken('/items/imprint?');
    expect(new URL(page.url()).pathname).toMatch(/content\/articles$/);
  });

  it('leads to an item, and to a new one', async () => {
    const page = await visit('/content/authors');
    await grid(page).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.waitForURL(/\/content\/authors\/\d+$/);
    await page.goBack();
    await grid(page).waitFor();
    await page.keyboard.press('c');
    await page.waitForURL(/\/content\/authors\/\+$/);
  });

  it('shows a time as it is stored, even if clocks skip it where the reader is', async () => {
    await project.write('POST', '/items/articles', { title: 'Skipped', published_on: '2026-03-08 02:30:00' });
    const page = await visit('/me');
    const storageState = await page.context().storageState();
    const look = { timezoneId: 'America/St_Johns', locale: 'en-GB', storageState };
    const elsewhere = await page.context().browser()?.newPage(look);
    await elsewhere?.goto(page.url().replace(/me$/, 'content/articles?columns=title,published_on&q=Skipped'));
    await elsewhere?.getByText('8 Mar 2026, 02:30').waitFor({ timeout: 15_000 });
    await elsewhere?.close();
  });

  it('takes days of its reader where the server writes the time', async () => {
    const stamp = {
      field: 'created_on',
      type: 'datetime_created',
      datatype: 'DATETIME',
      interface: 'datetime-created',
    };
    await project.write('POST', '/collections', { collection: 'stamps', fields: [id, text('title'), stamp] });
    await project.write('POST', '/items/stamps', { title: 'Just now' });
    const page = await visit('/me');
    const storageState = await page.context().storageState();
    // Fourteen hours ahead of the server.
    const look = { timezoneId: 'Pacific/Kiritimati', locale: 'en-GB', storageState };
    const elsewhere = await page.context().browser()?.newPage(look);
    const go = (query: string) => elsewhere?.goto(page.url().replace(/me$/, `content/stamps?${query}`));
    await go('columns=title,created_on&filter=created_on >= today');
    await elsewhere?.getByText('Just now').waitFor({ timeout: 15_000 });
    const cell = await elsewhere?.getByRole('gridcell').last().innerText();
    await go('layout=calendar');
    const entry = elsewhere?.locator('[data-entry] button').filter({ hasText: 'Just now' });
    await entry?.waitFor({ timeout: 15_000 });
    expect(cell).toContain((await entry?.locator('.num').innerText()) ?? 'no time');
    await elsewhere?.close();
  });

  it('is not cut off where a text that is too long is pasted into a cell', async () => {
    const page = await visit('/content/articles?columns=title,author&q=Night Train');
    await articles(page);
    const title = page.getByRole('gridcell').nth(1);
    await title.dblclick();
    const box = page.getByRole('textbox', { name: 'Title' });
    await box.evaluate((input: HTMLInputElement) => {
      input.select();
      document.execCommand('insertText', false, `Too long ${'x'.repeat(300)}`);
    });
    await page.keyboard.press('Enter');
    await page.getByText('That did not work').waitFor();
    expect(await page.getByText('Title is saved.').count()).toBe(0);
    expect(await page.getByRole('link', { name: /The Night Train/ }).count()).toBe(1);
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('is accessible at %i px, %s', async (width, theme) => {
    const page = await visit('/content/articles?sort=-published_on&columns=title,status,author,minutes,published_on', {
      width,
      theme,
    });
    await articles(page);
    await picture(page, `list-${width}-${theme}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

studioOnEveryEngine('a list of many', ({ project, visit, picture, accessibilityFaults, once }) => {
  const HOSTILE = '<img src=x onerror="document.title=1"> {{ 7*7 }} "\'';

  beforeAll(async () => {
    const text = (field: string) => ({
      field,
      type: 'string',
      datatype: 'VARCHAR',
      length: 200,
      interface: 'text-input',
    });
    const id = {
      field: 'id',
      type: 'integer',
      datatype: 'INT',
      length: 10,
      interface: 'primary-key',
      primary_key: true,
      auto_increment: true,
    };
    await project.write('POST', '/collections', { collection: 'plants', fields: [id, text('name'), text('place')] });
    const { database } = await project.opened();
    await database.run({ text: MANY_PLANTS, parameters: [] });
    await project.write('PATCH', '/items/plants/1', { name: HOSTILE });
  });

  once('scrolls through 100,000 items, few of which are in the page', async () => {
    const page = await visit('/content/plants');
    await title(page, 'Plant 2').waitFor();
    await page.getByText('100,000 items').waitFor();
    for (let turn = 0; turn < 4; turn++) {
      await grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await title(page, `Plant ${(turn + 1) * 100 + 1}`).waitFor();
    }
    expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  });

  once('shows hostile texts as plain text', async () => {
    const page = await visit('/content/plants?q=onerror');
    await title(page, HOSTILE).waitFor();
    await expect.poll(() => page.title()).not.toBe('1');
  });

  /** Selects all plants of a bed, however many are loaded. */
  const selectBed = async (page: Page, bed: number): Promise<void> => {
    await page.goto(page.url().replace(/plants.*$/, `plants?filter=place+%3D+"Bed+${bed}"`));
    await page.getByRole('checkbox', { name: 'Select everything that is loaded' }).click();
    await page.getByRole('button', { name: /^Select all 22\d that match/ }).click();
  };
  const inBed = (bed: number): Promise<unknown[]> => project.read(`/items/plants?filter[place]=Bed ${bed}&limit=-1`);

  it('deletes all matching items with a job that describes itself, and restores them', async () => {
    const before = await inBed(7);
    const page = await visit('/content/plants');
    await selectBed(page, 7);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete 22\d items for good/ });
    await dialog.getByText('when it comes to them').waitFor();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText(/^22\d items deleted\.$/).waitFor();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(await inBed(7)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^22\d items are as they were before\.$/).waitFor();
    await title(page, 'Plant 457').waitFor();
    expect(await inBed(7)).toEqual(before);
  });

  it('changes 100,000 items while the user continues, and can be stopped', async () => {
    const page = await visit('/content/plants', { theme: 'dark' });
    await page.getByText('100,000 items').waitFor();
    await page.getByRole('checkbox', { name: 'Select everything that is loaded' }).click();
    await page.getByRole('button', { name: 'Select all 100,000 that match' }).click();
    await page.getByRole('button', { name: 'Edit fields…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 100,000 items' });
    await dialog.getByText('when it comes to them').waitFor();
    await dialog.getByLabel('Field', { exact: true }).selectOption('place');
    await dialog.getByLabel('Place').fill('Everywhere');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/^Changing items: [1-9][\d,]* of 100,000$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'list-job-dark');
    await page.getByRole('link', { name: 'Open the job' }).click();
    await page.getByRole('heading', { name: 'Changes to items in Plants' }).waitFor();
    const toasts = page.getByRole('status');
    await toasts.getByRole('button', { name: 'Cancel', exact: true }).click();
    const text = (await toasts.getByText(/^Stopped after [\d,]+ items\.$/).textContent()) ?? '';
    const changed = await project.ask('GET', '/items/plants?filter[place]=Everywhere&limit=0&meta=filter_count');
    const { filter_count: count } = (changed.body as unknown as { meta: { filter_count: number } }).meta;
    expect(Number(text.replaceAll(/\D/g, ''))).toBe(count);
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await toasts.getByText(/ are as they were before\.$/).waitFor();
    expect(await project.read('/items/plants?filter[place]=Everywhere&limit=1')).toEqual([]);
  });

  once('offers a role what it may do, and no more', async () => {
    const reader = { email: 'reader@example.com', password: 'Reader-Secret-1' };
    const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' });
    await project.write('POST', '/users', {
      ...reader,
      role: role.id,
      status: 'active',
      first_name: 'Rea',
      last_name: 'Der',
    });
    await project.write('POST', '/permissions', { role: role.id, collection: 'plants', read: 'full' });
    const page = await visit('/content/plants', { as: reader });
    await title(page, 'Plant 2').waitFor();
    expect(await page.getByRole('button', { name: 'New plant' }).count()).toBe(0);
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.waitFor();
    expect(await bar.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    expect(await bar.getByRole('button', { name: 'Edit fields…' }).count()).toBe(0);
  });
});

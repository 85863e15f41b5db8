import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('everything that opens above a page is accessible', ({ visit, project, picture }) => {
  type Open = (page: Page) => Promise<unknown>;
  const press =
    (name: RegExp): Open =>
    (page) =>
      page.getByRole('button', { name }).first().click();

  /** What is opened, on which page, by what, and its role for assistive technology. */
  const OPENED: readonly (readonly [string, string, Open, string])[] = [
    ['views', '/content/articles?columns=title', press(/^(Save view|Views)/), '[role=menu]'],
    ['columns', '/content/articles', press(/^Columns/), '[role=dialog], [data-reka-popper-content-wrapper] > *'],
    ['a filter', '/content/articles', press(/^Filter/), '[role=dialog], [data-reka-popper-content-wrapper] > *'],
    ['copying', '/content/articles', press(/^(Share|Export)/), '[role=menu]'],
    ['the palette', '/content/articles', (page) => page.keyboard.press('Control+k'), '[role=dialog]'],
    ['the keys', '/content/articles', (page) => page.keyboard.press('?'), '[role=dialog]'],
    ['the status', '/content/articles/1', press(/Published|Draft/), '[role=menu]'],
    ['more actions', '/content/articles/1', press(/^More/), '[role=menu]'],
    [
      'the author',
      '/content/articles/1',
      (page) => page.getByRole('combobox', { name: 'Author' }).click(),
      '[role=listbox]',
    ],
    ['versions', '/content/articles/1', press(/^Compare$/), '[role=dialog]'],
  ];

  const cases = OPENED.flatMap(([name, path, open, shown], at) =>
    (['light', 'dark'] as const).map((theme, second) => {
      const width = (at + second) % 2 ? 390 : 1280;
      return { name, path, open, shown, theme, width };
    }),
  );

  it.each(cases)('$name ($theme, $width px)', async ({ name, path, open, shown, theme, width }) => {
    if (name === 'versions') await project.write('PATCH', '/items/articles/1', { minutes: width });
    const page = await visit(path, { theme, width });
    await page.getByRole('main').waitFor();
    await page.locator('[role=row]:nth-child(2), .field, main li button').first().waitFor();
    if (name === 'versions' && width < 1100)
      await page
        .getByRole('button', { name: /^(About|History|Details)/ })
        .first()
        .click();
    await open(page);
    await page.locator(shown).first().waitFor();
    await picture(page, `opened-${name.replaceAll(' ', '-')}-${theme}-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

const LONG = 'https://www.example.com/handbook/'.padEnd(150, 'x');
const choices = { a: LONG, b: 'Short' };
const lasting = { name: `Waits-for-${'approval-by-'.repeat(8)}all`, text_color: 'white', background_color: 'red' };

onStudio('words that are longer than their place', ({ visit, project, picture }) => {
  beforeAll(() =>
    project.write('POST', '/collections', {
      collection: 'words',
      fields: [
        id,
        text('title', { interface: 'text-input' }),
        {
          field: 'status',
          type: 'status',
          datatype: 'VARCHAR',
          length: 20,
          interface: 'status',
          default_value: 'lasting',
          options: { status_mapping: { lasting, done: { name: 'Done' } } },
        },
        text('noted', { interface: 'text-input', width: 'half', note: LONG }),
        text('beside', { interface: 'text-input', width: 'half' }),
        text('x'.repeat(60), { interface: 'text-input', width: 'half' }),
        text('radios', { interface: 'radio-buttons', options: { choices } }),
        text('buttons', {
          interface: 'button-group',
          options: {
            choices: [
              { label: LONG, value: 'a' },
              { label: 'B', value: 'b' },
            ],
          },
        }),
        { field: 'boxes', type: 'array', datatype: 'TEXT', interface: 'checkboxes', options: { choices } },
        { field: 'some', type: 'array', datatype: 'TEXT', interface: 'multiselect', options: { choices } },
        { field: 'tags', type: 'array', datatype: 'TEXT', interface: 'tags' },
      ],
    }),
  );

  /** What reaches beyond the page of an item, or beyond its own place there. */
  const beyond = (page: Page): Promise<readonly string[]> =>
    page.locator('.item').evaluate((sheet) => {
      const right = sheet.getBoundingClientRect().right;
      const parts = [...sheet.querySelectorAll<HTMLElement>('label, p, .tag, .state, .status')].filter(
        (each) =>
          each.offsetWidth > 1 &&
          (each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > right),
      );
      return parts.map((each) => `${each.className}: ${each.textContent?.trim().slice(0, 40)}`);
    });

  it.each([1280, 360])('are broken in a form %d px wide', async (width) => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/words', {
      title: 'Words',
      tags: [LONG, 'b'],
    });
    const page = await visit(`/content/words/${key}`, { width });
    await page.getByLabel('Beside').waitFor();
    await picture(page, `words-${width}`);
    expect(await beyond(page)).toEqual([]);
  });

  it.each([1280, 360])('end a status in a list %d px wide with dots', async (width) => {
    await project.write('POST', '/items/words', { title: 'Words' });
    const page = await visit('/content/words?columns=title,status', { width });
    const status = page.getByText(lasting.name).first();
    await status.waitFor();
    await picture(page, `words-list-${width}`);
    const look = await status.evaluate((each) => ({
      isCut: each.scrollWidth > each.clientWidth,
      end: getComputedStyle(each).textOverflow,
    }));
    expect(look).toEqual({ isCut: true, end: 'ellipsis' });
  });
});

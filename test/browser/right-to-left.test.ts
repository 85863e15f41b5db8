import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

const GREETING = 'مرحبا بالعالم!';

onStudio('right-to-left text', ({ visit, project, picture }) => {
  let key = 0;
  beforeAll(async () => {
    const body = { field: 'body', type: 'string', datatype: 'TEXT', interface: 'wysiwyg' };
    await project.write('POST', '/collections', { collection: 'letters', fields: [id, text('title'), body] });
    const letter = { title: GREETING, body: `<p>${GREETING}</p><p>Hello!</p>` };
    key = (await project.write<{ id: number }>('POST', '/items/letters', letter)).id;
  });

  /** Whether the last character of a text is left of the first one. */
  const endsLeft = (part: Locator): Promise<boolean> =>
    part.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const node = walker.nextNode() as Text;
      const place = (at: number): number => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      };
      return place(node.data.length - 1) < place(0);
    });

  it('is edited and shown in its direction in a form', async () => {
    const page = await visit(`/content/letters/${key}`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    const body = page.locator('.ProseMirror p');
    await body.first().waitFor();
    await picture(page, 'right-to-left-form');
    expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    expect(await endsLeft(page.getByRole('heading', { level: 1 }))).toBe(true);
    expect(await endsLeft(body.first())).toBe(true);
    expect(await endsLeft(body.last())).toBe(false);
  });

  it('is shown in its direction in a list', async () => {
    const page = await visit('/content/letters?columns=title');
    const link = page.getByRole('grid').getByRole('link').first();
    await link.waitFor();
    await picture(page, 'right-to-left-list');
    expect(await endsLeft(link)).toBe(true);
  });
});

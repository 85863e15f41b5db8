import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onStudio, studioOnEveryEngine } from '../support/studio.ts';

/** A user with a mouse, whose clicks are counted. */
function handOn(page: Page) {
  const counted = { clicks: 0 };
  const click = async (target: Locator): Promise<void> => {
    counted.clicks++;
    await target.click();
  };
  const dialog = () => page.getByRole('dialog').last();
  const agree = async (verb: string, said: string): Promise<void> => {
    await dialog()
      .getByText(/It takes/)
      .waitFor();
    await click(dialog().getByRole('button', { name: verb, exact: true }));
    await page.getByText(said, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  };
  return {
    counted,
    click,
    agree,
    /** Creates a collection, and stays on its page. */
    async collection(name: string): Promise<void> {
      await click(page.getByRole('link', { name: 'All collections' }));
      await click(page.getByRole('button', { name: 'New collection' }));
      await dialog().getByLabel('Name', { exact: true }).fill(name);
      await dialog().getByLabel('What names its items').selectOption('A name');
      await click(dialog().getByRole('button', { name: 'Create' }));
      await agree('Create', `“${name}” is there.`);
      await page.getByRole('heading', { name, exact: true }).waitFor();
    },
    async field(kind: RegExp, name: string): Promise<void> {
      await click(page.getByRole('button', { name: 'New field' }));
      await click(dialog().getByRole('button', { name: kind }));
      await dialog().getByLabel('Name', { exact: true }).fill(name);
      await click(dialog().getByRole('button', { name: 'Add field' }));
      await agree('Add field', `The field “${name}” is there.`);
    },
    async relation(kind: RegExp, to: string): Promise<void> {
      await click(page.getByRole('button', { name: 'New field' }));
      await click(dialog().getByRole('button', { name: kind }));
      await dialog().getByLabel('Of which collection').selectOption(to);
      await click(dialog().getByRole('button', { name: 'Make relation' }));
      await agree('Make relation', 'The relation is there.');
    },
    async turnOn(name: string): Promise<void> {
      await click(page.getByRole('switch', { name }));
      if (name === 'Translations') await click(dialog().getByRole('button', { name: 'Turn on' }));
      await agree('Turn on', `${name}: on.`);
    },
  };
}

onStudio('a shop', ({ visit, project }) => {
  it('is built from scratch by clicks, with two languages and images, and the API has it', async () => {
    const page = await visit('/model');
    const hand = handOn(page);
    await hand.collection('Categories');
    await hand.turnOn('Order by hand');
    await hand.collection('Products');
    await hand.field(/^Decimal number/, 'Price');
    await hand.field(/^Long text/, 'Description');
    await hand.field(/^Image/, 'Picture');
    await hand.relation(/^One of a collection/, 'Categories');
    await hand.turnOn('Status');
    await hand.turnOn('Translations');
    await hand.collection('Orders');
    await hand.turnOn('Times');
    await hand.collection('Order lines');
    await hand.field(/^Whole number/, 'Quantity');
    await hand.relation(/^One of a collection/, 'Orders');
    await hand.relation(/^One of a collection/, 'Products');
    expect(hand.counted.clicks).toBeLessThan(100);
    const fields = async (collection: string) =>
      Object.fromEntries(
        (await project.read<{ field: string; type: string }[]>(`/fields/${collection}`)).map(({ field, type }) => [
          field,
          type,
        ]),
      );
    expect(await fields('products')).toMatchObject({
      name: 'string',
      price: 'decimal',
      description: 'string',
      picture: 'file',
      category: 'm2o',
      status: 'status',
      translations: 'TRANSLATION',
      order_lines: 'O2M',
    });
    expect(await fields('products_translations')).toMatchObject({
      product: 'm2o',
      language: 'lang',
      name: 'string',
      description: 'string',
    });
    const line = {
      name: 'Two atlases',
      quantity: 2,
      product: {
        name: 'Atlas',
        price: '39.00',
        category: { name: 'Books' },
        translations: [{ language: 'de-DE', name: 'Atlas der Häfen' }],
      },
    };
    await project.write('POST', '/items/orders', { name: '2027-1', order_lines: [line] });
    const [order] = await project.read<object[]>(
      '/items/orders?fields=name,order_lines.product.category.name,order_lines.product.translations.name',
    );
    expect(order).toMatchObject({
      order_lines: [{ product: { category: { name: 'Books' }, translations: [{ name: 'Atlas der Häfen' }] } }],
    });
  });
});

studioOnEveryEngine('the data model', ({ visit, project }) => {
  it('is extended by a collection, a field and a relation', async () => {
    const page = await visit('/model');
    const hand = handOn(page);
    await hand.collection('Shelves');
    await hand.field(/^Yes or no/, 'Full');
    await hand.relation(/^Many with many/, 'Tags');
    await project.write('POST', '/items/shelves', { name: 'A', full: true, tags: [{ tag: 1 }] });
    const shelves = await project.read('/items/shelves?fields=name,full,tags.tag.id');
    expect(shelves).toEqual([{ name: 'A', full: true, tags: [{ tag: { id: 1 } }] }]);
  });
});

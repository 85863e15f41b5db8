import { describe, expect, it } from 'vitest';
import { changeOf, itemOf, itemOrItemsOf, newItemOf, parseItemRef } from '../../../src/wire/items.ts';
import { loadBuild } from '../../../src/wire/shape.ts';

const build = await loadBuild();

/** The collection of a reference. */
const refOf = (schema: object): string => (schema as { readonly $ref: string }).$ref;

describe('shapes of items', () => {
  it.each([
    [itemOf('directus_users'), { form: 'read', collection: 'directus_users' }],
    [newItemOf('articles'), { form: 'create', collection: 'articles' }],
    [changeOf(null), { form: 'update', collection: null }],
  ])('refer to the collection and say how its items look', (shape, ref) => {
    expect(parseItemRef(refOf(shape(build)))).toEqual(ref);
  });

  it('are one item or a list of them', () => {
    const { anyOf } = JSON.parse(JSON.stringify(itemOrItemsOf('articles')(build)));
    expect(anyOf).toEqual([
      { $ref: 'octavo:read/articles' },
      { type: 'array', items: { $ref: 'octavo:read/articles' } },
    ]);
  });

  it.each(['#/components/schemas/User', 'octavo:read/', 'octavo:shown/articles', ''])('%j refers to nothing', (ref) => {
    expect(parseItemRef(ref)).toBeNull();
  });
});

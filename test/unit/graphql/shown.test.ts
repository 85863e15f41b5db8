import { expect, it } from 'vitest';
import { paced } from '../../../src/graphql/shown.ts';

it('a long list that is resolved in parts has all its items in order', async () => {
  const items = Array.from({ length: 130 }, (_, id) => ({ id }));
  expect(await Promise.all(paced(items))).toEqual(items);
  expect(paced(items.slice(0, 3))).toEqual(items.slice(0, 3));
});

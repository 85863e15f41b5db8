import { expect, it } from 'vitest';
import { clientCodeOf, curlOf } from '../src/list/code.ts';
import { extend, NOTHING, toggle, toggleAll } from '../src/list/selection.ts';

const order = ['a', 'b', 'c', 'd'];

it('selects from the last one chosen to another, in both directions', () => {
  const from = toggle(NOTHING, 'c');
  expect([...extend(from, 'a', order).keys].sort()).toEqual(['a', 'b', 'c']);
  expect([...extend(extend(from, 'a', order), 'd', order).keys].sort()).toEqual(order);
});

it('selects everything that is loaded, and then nothing', () => {
  const all = toggleAll(NOTHING, order);
  expect(all.keys.size).toBe(4);
  expect(toggleAll(all, order)).toEqual(NOTHING);
});

const request = {
  base: 'https://cms.example.com/demo',
  collection: 'articles',
  fields: ['title', 'author.name'],
  filter: { title: [{ contains: "it's" }] },
  sort: '-published_on',
};

it('writes requests without secrets, whatever values hold', () => {
  expect(curlOf(request)).toBe(
    [
      "curl -G 'https://cms.example.com/demo/items/articles'",
      '-H "Authorization: Bearer $TOKEN"',
      "--data-urlencode 'fields=title,author.name'",
      `--data-urlencode 'filter={"title":[{"contains":"it'\\''s"}]}'`,
      "--data-urlencode 'sort=-published_on'",
    ].join(' \\\n  '),
  );
  expect(clientCodeOf(request)).toContain("fields: ['title', 'author.name'],");
  expect(clientCodeOf(request)).toContain("contains: 'it\\'s',");
});

import { expect, it } from 'vitest';
import { joinedPieces } from '../../../src/shared/joined-pieces.ts';
import { jsonPieces } from '../../../src/shared/json-pieces.ts';

const items = Array.from({ length: 130 }, (_, id) => ({ id, text: `"${id}"`, list: [id, null, [], {}] }));
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ at, text: '€'.repeat(at % 200) }));
const nested = { tags: [{ tag: { posts: rows(5_000) } }, { tag: null }], author: { name: 'x'.repeat(70_000) } };

const VALUES: readonly [what: string, value: unknown][] = [
  ['nothing', null],
  ['an empty record', {}],
  ['an empty list', { data: [] }],
  ['short values', { a: undefined, data: { x: { data: items }, y: null }, errors: [{ m: 1 }] }],
  ['a long list', { data: rows(3_000) }],
  ['undefined values within long ones', { a: undefined, data: [undefined, ...rows(3_000), undefined], b: undefined }],
  ['long lists within short ones', [nested, nested]],
  ['long texts in a list', [1, 2, 3].map((at) => ({ at, text: 'y'.repeat(100_000) }))],
  ['a date', { data: rows(3_000), date: new Date(0) }],
];

it.each(VALUES)('%s: the pieces are the text of JSON.stringify', (_, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
});

it('no piece is long, however the rows of an item are nested', () => {
  const lengths = [...jsonPieces([nested, nested])].map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThan(75_000);
});

it('short pieces are joined, and long ones left as they are', () => {
  expect([...joinedPieces(['ab', 'c', '', 'defgh', 'i'], 3)]).toEqual(['abc', 'defgh', 'i']);
  expect([...joinedPieces([], 3)]).toEqual([]);
});

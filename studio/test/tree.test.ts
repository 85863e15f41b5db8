import { expect, it } from 'vitest';
import { parentsOf, pathTo, readAbove } from '../src/editors/relational/above.ts';
import type { Line } from '../src/list/layouts/branches.ts';
import { itemsAmong, moveOf, parentOf, previousSibling, withBelow } from '../src/list/layouts/tree-lines.ts';

const NESTING = { key: 'id', parent: 'parent' };
const PLACES = [
  { id: 1, parent: null },
  { id: 2, parent: { id: 1 } },
  { id: 3, parent: 2 },
  { id: 4, parent: 5 },
  { id: 5, parent: 4 },
];
const asked: string[][] = [];
const read = async (keys: readonly string[]) => {
  asked.push([...keys]);
  return PLACES.filter(({ id }) => keys.includes(String(id)));
};
const keys = (rows: readonly object[]): unknown[] => rows.map((row) => (row as { id: number }).id);

it('reads what lies above items level by level, and the path from the top', async () => {
  asked.length = 0;
  const above = await readAbove(['3'], NESTING, read);
  expect(asked).toEqual([['3'], ['2'], ['1']]);
  expect(keys(pathTo('3', above, NESTING))).toEqual([1, 2, 3]);
  expect(pathTo(null, above, NESTING)).toEqual([]);
});

it('ends where items lie below one another in a circle, and where one is not to be seen', async () => {
  const above = await readAbove(['4', '9'], NESTING, read);
  expect(keys(pathTo('4', above, NESTING))).toEqual([5, 4]);
  expect(pathTo('9', above, NESTING)).toEqual([]);
});

it('names the items directly above some, each once', () => {
  expect(parentsOf(PLACES.slice(0, 3), NESTING)).toEqual(['1', '2']);
});

const line = (key: string, parent: string | null, isOpen = false): Line => ({
  kind: 'item',
  key,
  row: {},
  level: parent === null ? 1 : 2,
  position: 1,
  parent,
  isOpen,
});
const LINES: readonly Line[] = [
  line('a', null, true),
  line('b', 'a'),
  { kind: 'more', parent: 'a', level: 2 },
  line('c', null),
];
const move = (key: string, at: string) => moveOf(key, LINES, at, (each) => each !== 'b');

it('says what lies below an item among the lines', () => {
  expect([...withBelow(LINES, 'a')]).toEqual(['a', 'b']);
  expect([...withBelow(LINES, null)]).toEqual([]);
});

it.each([
  ['ArrowDown', 'b', { go: 'c' }],
  ['ArrowDown', 'c', null],
  ['ArrowUp', 'a', null],
  ['End', 'a', { go: 'c' }],
  ['Home', 'c', { go: 'a' }],
  ['ArrowRight', 'a', { go: 'b' }],
  ['ArrowRight', 'b', null],
  ['ArrowRight', 'c', { unfold: 'c' }],
  ['ArrowLeft', 'a', { fold: 'a' }],
  ['ArrowLeft', 'b', { go: 'a' }],
  ['ArrowLeft', 'c', null],
  ['Enter', 'b', { choose: 'b' }],
  ['x', 'b', null],
])('answers %s at line %s of a tree', (key, at, expected) => {
  expect(move(key, at)).toEqual(expected);
});

it('finds the item above another one at its level, and the one it lies below', () => {
  const [a, b, c] = itemsAmong([...LINES.slice(0, 3), { ...line('c', null), position: 2 } as Line]);
  if (!a || !b || !c) throw new Error('There are three items');
  const items = [a, b, c];
  expect(previousSibling(items, c)).toBe(a);
  expect(previousSibling(items, b)).toBeUndefined();
  expect(parentOf(items, b)).toBe(a);
  expect(parentOf(items, c)).toBeUndefined();
});

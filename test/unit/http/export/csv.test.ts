import { expect, it } from 'vitest';
import { csv } from '../../../../src/http/export/csv.ts';
import type { Item } from '../../../../src/query/shape/decoder.ts';
import { guarded } from '../../../../src/shared/spreadsheet-guard.ts';

const list = { name: 'posts', fields: ['id', 'tags', 'text'] };
const lineOf = (item: Item): string => [...csv.item(item, list, 0)].join('');

it.each([1, 10_000])('a cell of %d nested rows is their JSON in quotes', (count) => {
  const tags = Array.from({ length: count }, (_, at) => ({ at, name: `tag "${at}"` }));
  const cell = `"${JSON.stringify(tags).replaceAll('"', '""')}"`;
  expect(lineOf({ id: 1, tags, text: '=1' } as unknown as Item)).toBe(`1,${cell},'=1\r\n`);
});

it.each([1, 20_000])('%d nested texts have apostrophes before formulas', (count) => {
  const tags = Array.from({ length: count }, () => ['x;=1', "y;'=1", 'z;', '=1', ';+1', ';+1(']);
  const cell = `"${guarded(JSON.stringify(tags)).replaceAll('"', '""')}"`;
  expect(cell).toContain("x;'=1");
  expect(lineOf({ id: 1, tags, text: '' } as unknown as Item)).toBe(`1,${cell},\r\n`);
});

it.each([
  ['quotes', '"'],
  ['formulas', 'x;=1+1\n-2'],
  ['signs before calls', '\t\' "+sum(1)'],
  ['pairs of surrogates', 'x😀'],
])('a long text of %s is written like a short one', (_, part) => {
  const text = part.repeat(Math.ceil(200_000 / part.length));
  const cell = guarded(text);
  expect(lineOf({ id: 1, tags: 2, text })).toBe(
    `1,2,${/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell}\r\n`,
  );
});

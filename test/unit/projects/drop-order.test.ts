import { expect, it } from 'vitest';
import { dropOrder } from '../../../src/projects/drop-order.ts';

const key = (table: string, target: string) => ({ table, column: 'x', target, targetColumn: 'id' });

it('drops what refers to a table before it', () => {
  const keys = [key('lines', 'orders'), key('orders', 'people'), key('people', 'people')];
  expect(dropOrder(['people', 'orders', 'lines'], keys)).toEqual(['lines', 'orders', 'people']);
});

it('leaves tables of a circle for the end, and each comes once', () => {
  const keys = [key('a', 'b'), key('b', 'a'), key('c', 'a')];
  expect(dropOrder(['a', 'b', 'c'], keys)).toEqual(['c', 'a', 'b']);
});

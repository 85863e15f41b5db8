import { expect, it } from 'vitest';
import { NO_BINDING } from '../../../../src/dialects/bind.ts';
import type { Statement } from '../../../../src/dialects/dialect.ts';
import { PageInOrder } from '../../../../src/persistence/read/page-in-order.ts';
import type { Row } from '../../../../src/query/shape/row.ts';

const LIMIT = 3;
const page = () => new PageInOrder({ text: 'SELECT id, day FROM posts', sources: [] }, 1, LIMIT);
const at = (offset: number) => ({ ...NO_BINDING, offset });

/** A reader of rows with these days, and the statements sent to it. */
function readerOf(...days: readonly string[]) {
  const asked: Statement[] = [];
  const all = (statement: Statement): Row[] => {
    asked.push(statement);
    return days.map((day, index) => [days.length - index, day]);
  };
  return { asked, all };
}

it('has the rows of the page, without the one that follows', () => {
  expect(page().read(readerOf('d', 'c', 'b', 'a'), at(0))).toEqual([
    [4, 'd'],
    [3, 'c'],
    [2, 'b'],
  ]);
});

it.each([[['d', 'c', 'c', 'a']], [['d', 'c', 'b', 'b']]])('does not determine the order of %j', (days) => {
  expect(page().read(readerOf(...days), at(0))).toBeUndefined();
});

it('is for the first page only', () => {
  const reader = readerOf('d', 'c');
  expect(page().read(reader, at(1))).toBeUndefined();
  expect(reader.asked).toHaveLength(0);
});

it('is skipped for a while after it has failed', () => {
  const [own, equal, different] = [page(), readerOf('a', 'a'), readerOf('b', 'a')];
  own.read(equal, at(0));
  const tries = Array.from({ length: 102 }, () => own.read(different, at(0)) !== undefined);
  expect(tries.indexOf(true)).toBe(100);
  expect(different.asked).toHaveLength(2);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_BINDING } from '../../../../src/dialects/bind.ts';
import type { Reader, Statement } from '../../../../src/dialects/dialect.ts';
import { Border } from '../../../../src/persistence/read/border.ts';

const printed = {
  text: 'SELECT score FROM posts WHERE score < ?',
  sources: [({ offset }: { offset: number }) => offset],
};
const at = (offset: number) => ({ ...NO_BINDING, offset });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('caches what it has found for a second, for the same values only', () => {
  const border = new Border(printed);
  expect(border.recent(at(7))).toBeUndefined();
  expect(border.find(readerOf([[41]]), at(7))).toBe(41);
  expect(border.recent(at(7))).toBe(41);
  expect(border.recent(at(8))).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(border.recent(at(7))).toBe(41);
  vi.advanceTimersByTime(1);
  expect(border.recent(at(7))).toBeUndefined();
});

it('queries with the values of the request', () => {
  const statements: Statement[] = [];
  new Border(printed).find(readerOf([], statements), at(7));
  expect(statements).toEqual([{ text: printed.text, parameters: [7] }]);
});

it('does not cache that the index is too short', () => {
  const border = new Border(printed);
  expect(border.find(readerOf([]), at(7))).toBeUndefined();
  expect(border.recent(at(7))).toBeUndefined();
});

function readerOf(rows: number[][], statements: Statement[] = []): Reader {
  return {
    all: (statement) => {
      statements.push(statement);
      return rows;
    },
  };
}

import { afterEach, expect, it, vi } from 'vitest';
import { exceedsColumn } from '../../../src/schema/value-length.ts';

const column = { name: 'title', datatype: 'VARCHAR', arguments: '3' } as Parameters<typeof exceedsColumn>[1];

afterEach(() => {
  vi.restoreAllMocks();
});

it('counts characters, not the units of a string', () => {
  expect(exceedsColumn('\u{1F600}\u{1F600}\u{1F600}', column)).toBe(false);
  expect(exceedsColumn('\u{1F600}abc', column)).toBe(true);
});

it('does not count a text that is far too long, which would block the server', () => {
  const letters = vi.spyOn(String.prototype, Symbol.iterator);
  const isLonger = exceedsColumn('abcdefg', column);
  expect([isLonger, letters.mock.calls.length]).toEqual([true, 0]);
});

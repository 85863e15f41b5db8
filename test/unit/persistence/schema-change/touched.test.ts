import { describe, expect, it } from 'vitest';
import { overlap } from '../../../../src/persistence/schema-change/touched.ts';

const of = (...names: string[]): ReadonlySet<string> => new Set(names);

describe('what two schema changes touched', () => {
  it('overlaps where the same column was changed', () => {
    expect(overlap(of('novels.title'), of('novels.title', 'novels.year'))).toBe(true);
  });

  it('overlaps where one changed a column of a table that the other made', () => {
    expect(overlap(of('novels'), of('novels.title'))).toBe(true);
    expect(overlap(of('novels.title'), of('novels'))).toBe(true);
  });

  it('does not overlap where other columns of the same table were changed', () => {
    expect(overlap(of('novels.title'), of('novels.year'))).toBe(false);
  });

  it('does not overlap where one name begins like another', () => {
    expect(overlap(of('novel'), of('novels', 'novels.title'))).toBe(false);
  });
});

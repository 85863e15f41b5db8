import { describe, expect, it } from 'vitest';
import { overlap } from '../../../../src/persistence/schema-change/touched.ts';

const of = (...names: string[]): ReadonlySet<string> => new Set(names);

describe('what two schema changes affect', () => {
  it('overlaps if the same column was changed', () => {
    expect(overlap(of('novels.title'), of('novels.title', 'novels.year'))).toBe(true);
  });

  it('overlaps if one changed a column of a table that the other created', () => {
    expect(overlap(of('novels'), of('novels.title'))).toBe(true);
    expect(overlap(of('novels.title'), of('novels'))).toBe(true);
  });

  it('does not overlap if other columns of the same table were changed', () => {
    expect(overlap(of('novels.title'), of('novels.year'))).toBe(false);
  });

  it('does not overlap if one name begins like another', () => {
    expect(overlap(of('novel'), of('novels', 'novels.title'))).toBe(false);
  });
});

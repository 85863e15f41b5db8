import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../src/shared/nearest.ts';

describe('the nearest name', () => {
  it.each([
    ['feilds', ['fields', 'filter'], 'fields'],
    ['titel', ['status', 'title', 'tiles'], 'title'],
    ['TITLE', ['title'], 'title'],
    ['limt', ['limit', 'line'], 'limit'],
    ['colour', ['fields', 'filter', 'sort'], undefined],
    ['n', ['q', '_'], undefined],
    ['', ['a'], undefined],
  ])('to %j is the one that few letters tell apart from it', (word, names, meant) => {
    expect(nearest(word, names)).toBe(meant);
  });

  it('is not searched for words longer than any name', () => {
    expect(nearest('x'.repeat(10_000), ['x'.repeat(9_999)])).toBeUndefined();
  });

  it('is suggested in a sentence, or not at all', () => {
    expect(didYouMean('feilds', ['fields'])).toBe('Did you mean "fields"?');
    expect(didYouMean('colour', ['fields'])).toBe('');
  });
});

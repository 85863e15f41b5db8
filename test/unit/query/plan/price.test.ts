import { describe, expect, it } from 'vitest';
import { priceWith } from '../../../../src/query/plan/price.ts';
import { unitsOf } from '../../../../src/query/plan/work.ts';

describe('the price of a query', () => {
  it('is that of everything that it scans', () => {
    expect(unitsOf([])).toBe(0);
    expect(
      unitsOf([
        { table: 'a', weight: 2 },
        { table: 'b', weight: 3.5 },
      ]),
    ).toBe(5.5);
  });

  it('counts only requested metadata', () => {
    const price = { list: 10, count: 5, total: 3 };
    expect(priceWith(price, null)).toBe(10);
    expect(priceWith(price, new Set(['collection', 'cursor'] as const))).toBe(10);
    expect(priceWith(price, new Set(['filter_count'] as const))).toBe(15);
    expect(priceWith(price, new Set(['page', 'total_count'] as const))).toBe(18);
  });
});

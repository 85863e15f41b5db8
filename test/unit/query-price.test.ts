import { describe, expect, it } from 'vitest';
import { paced } from '../../src/graphql/shown.ts';
import { incrementalJson } from '../../src/http/incremental-json.ts';
import { Budget } from '../../src/persistence/read/budget.ts';
import { priceWith } from '../../src/query/plan/price.ts';
import { unitsOf } from '../../src/query/plan/work.ts';

describe('the price of a query', () => {
  it('is that of all that it looks through', () => {
    expect(unitsOf([])).toBe(0);
    expect(
      unitsOf([
        { table: 'a', weight: 2 },
        { table: 'b', weight: 3.5 },
      ]),
    ).toBe(5.5);
  });

  it('counts metadata that is asked for, and no other', () => {
    const price = { list: 10, count: 5, total: 3 };
    expect(priceWith(price, null)).toBe(10);
    expect(priceWith(price, new Set(['collection', 'cursor'] as const))).toBe(10);
    expect(priceWith(price, new Set(['filter_count'] as const))).toBe(15);
    expect(priceWith(price, new Set(['page', 'total_count'] as const))).toBe(18);
  });
});

describe('the budget of a request', () => {
  const budget = (): Budget => new Budget({ maxCost: 100, maxValues: 1000 });

  it('is that of all its queries together', () => {
    const shared = budget();
    shared.charge(60);
    shared.take(900);
    expect(() => shared.charge(60)).toThrow('costs 120 units');
    expect(() => shared.take(200)).toThrow('more than 1000 values');
    expect(() => shared.anew().take(200)).not.toThrow();
  });
});

describe('what is written a piece at a time', () => {
  const items = Array.from({ length: 130 }, (_, id) => ({ id, text: `"${id}"`, list: [id, null, [], {}] }));

  it('is the same text', async () => {
    for (const value of [{}, { data: [] }, { a: undefined, data: { x: { data: items }, y: null }, errors: [{ m: 1 }] }])
      expect(await incrementalJson(value)).toBe(JSON.stringify(value));
  });

  it('has all its items in their order', async () => {
    expect(await Promise.all(paced(items))).toEqual(items);
    expect(paced(items.slice(0, 3))).toEqual(items.slice(0, 3));
  });
});

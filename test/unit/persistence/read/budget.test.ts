import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/persistence/read/budget.ts';

describe('the budget of a request', () => {
  const budget = (): Budget => new Budget({ maxCost: 100, maxValues: 1000 });

  it('is shared by all of its queries', () => {
    const shared = budget();
    shared.charge(60);
    shared.take(900);
    expect(() => shared.charge(60)).toThrow('costs 120 units');
    expect(() => shared.take(200)).toThrow('more than 1000 values');
    expect(() => shared.fresh().take(200)).not.toThrow();
  });

  it('gets back what a repeated part of the request has spent', () => {
    const shared = budget();
    shared.charge(60);
    shared.take(900);
    const startOver = shared.mark();
    for (let tries = 0; tries < 3; tries++) {
      startOver();
      shared.charge(30);
      shared.take(90);
    }
    expect(shared.values).toBe(990);
    expect(() => shared.charge(11)).toThrow('costs 101 units');
  });
});

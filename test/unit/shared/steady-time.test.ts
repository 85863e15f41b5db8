import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const START = Date.parse('2030-01-01T00:00:00Z');

describe('the time by which tokens expire', () => {
  let steadyTime: (now: Date) => Date;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START });
    vi.resetModules();
    ({ steadyTime } = await import('../../../src/shared/steady-time.ts'));
  });
  afterEach(() => void vi.useRealTimers());

  const pass = (ms: number): void => void vi.advanceTimersByTime(ms);
  const hours = (): number => (steadyTime(new Date()).getTime() - START) / HOUR_MS;

  it("is the clock's, even if that is set forward", () => {
    expect(hours()).toBe(0);
    pass(HOUR_MS);
    expect(hours()).toBe(1);
    vi.setSystemTime(START + 5 * HOUR_MS);
    expect(hours()).toBe(5);
  });

  it('continues if the clock is set back', () => {
    vi.setSystemTime(START + 2 * HOUR_MS);
    expect(hours()).toBe(2);
    vi.setSystemTime(START);
    expect(hours()).toBe(2);
    pass(HOUR_MS);
    expect(hours()).toBe(3);
  });

  it('does not drift from a clock with small corrections', () => {
    for (let correction = 0; correction < 100; correction++) {
      expect(hours()).toBeLessThan(2.1);
      pass(60_000);
      vi.setSystemTime(Date.now() - 50);
    }
    expect(Math.abs(steadyTime(new Date()).getTime() - Date.now())).toBeLessThan(100);
  });
});

import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { HealthChecks } from '../../../../src/projects/fleet/health.ts';

afterEach(() => void vi.useRealTimers());

it('is checked again when a result is old, even if the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const addressOf = vi.fn(() => {
    throw new Error('broken');
  });
  const checks = new HealthChecks({ locations: { addressOf } } as never, pino({ level: 'silent' }));
  const config = { project: 'one', database: { type: 'sqlite', name: 'one' } } as never;
  const look = async (): Promise<number> => {
    const [found] = await checks.all([config]);
    expect(found?.health.state).toBe('broken');
    return addressOf.mock.calls.length;
  };
  expect([await look(), await look()]).toEqual([1, 1]);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(15_000);
  expect(await look()).toBe(2);
});

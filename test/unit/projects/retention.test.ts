import { afterEach, expect, it, vi } from 'vitest';
import { Retention } from '../../../src/projects/retention.ts';

afterEach(() => void vi.useRealTimers());

it('is applied every ten minutes at most, and also after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const hasInternalTable = vi.fn(async () => false);
  const store = { catalog: { settings: { values: new Map() } }, hasInternalTable };
  const retention = new Retention(store as never);
  const write = async (): Promise<number> => {
    retention.committed(new Set(['directus_activity']));
    await expect.poll(() => retention.isBusy).toBe(false);
    return hasInternalTable.mock.calls.length;
  };
  expect([await write(), await write()]).toEqual([1, 1]);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(11 * 60_000);
  expect(await write()).toBe(2);
});

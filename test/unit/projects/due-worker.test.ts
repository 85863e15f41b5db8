import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DueWorker } from '../../../src/projects/due-worker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the worker of due jobs', () => {
  it('runs again when it is woken during a run, and never twice at once', async () => {
    let running = 0;
    let most = 0;
    const run = vi.fn(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return null;
    });
    const worker = new DueWorker(run, () => {});
    worker.wake();
    worker.wake();
    worker.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
    expect(most).toBe(1);
    await worker.stop();
  });

  it('runs when the next job is due', async () => {
    const run = vi.fn(async () => (run.mock.calls.length === 1 ? Date.now() + 5000 : null));
    const worker = new DueWorker(run, () => {});
    worker.wake();
    await vi.advanceTimersByTimeAsync(4999);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
    await worker.stop();
  });

  it('continues after a failure, and does nothing once it was stopped', async () => {
    const failures: unknown[] = [];
    const run = vi.fn(async () => {
      throw new Error('no database');
    });
    const worker = new DueWorker(run, (error) => failures.push(error));
    worker.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toHaveLength(2);
    await worker.stop();
    worker.wake();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

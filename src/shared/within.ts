import { setTimeout } from 'node:timers/promises';

/** Resolves when the work has ended, or after the timeout. */
export async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, setTimeout(timeoutMs, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}

import { setTimeout } from 'node:timers/promises';

/** The work has not ended in time; it goes on. */
export class TooLate extends Error {}

/** What the work returns; throws {@link TooLate} after the timeout, and then nobody learns how the work ends. */
export async function withDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const enough = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: enough.signal }).then(
    () => {
      throw new TooLate();
    },
    () => new Promise<never>(() => {}),
  );
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    enough.abort();
  }
}

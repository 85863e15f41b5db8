import { setTimeout } from 'node:timers/promises';

/** Thrown if work has not ended in time; the work continues. */
export class TooLate extends Error {}

/** The result of the work. Throws {@link TooLate} after the timeout; the result is then ignored. */
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

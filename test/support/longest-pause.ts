import { busyMs } from './busy-time.ts';

/** The longest time for which this thread worked on one thing, so that nothing else ran, in milliseconds. */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, busyMs()];
  const tick = (): void => {
    const now = busyMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}

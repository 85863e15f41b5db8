/** Clock corrections up to this size, or this share of the elapsed time, do not count as setting the clock back. */
const LEEWAY_MS = 2000;
const DRIFT = 0.001;

let latest = 0;
let measured = 0;

/**
 * Returns `now`. If the clock was set back since this process started, returns the time without that correction, so
 * that nothing that has expired becomes valid again.
 */
export function steadyTime(now: Date): Date {
  const steady = advance(Date.now(), performance.now());
  return steady > now.getTime() ? new Date(steady) : now;
}

/** {@link steadyTime} of now, in milliseconds since 1970. */
export const steadyNow = (): number => advance(Date.now(), performance.now());

/** A clock that never runs backwards. */
function advance(clock: number, ticks: number): number {
  const elapsed = Math.max(0, ticks - measured);
  const expected = latest + elapsed;
  measured = ticks;
  const isSetBack = clock < expected - LEEWAY_MS - elapsed * DRIFT;
  latest = isSetBack ? expected : Math.max(latest, clock);
  return latest;
}

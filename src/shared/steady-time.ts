/** Clocks are corrected by so much, or by such a share of the time, without having been set back. */
const LEEWAY_MS = 2000;
const DRIFT = 0.001;

let latest = 0;
let measured = 0;

/**
 * `now`, or where the clock has been set back since this process looked at it first, the time that it would be without
 * that: what has expired once does not come back.
 */
export function steadyTime(now: Date): Date {
  const steady = advance(Date.now(), performance.now());
  return steady > now.getTime() ? new Date(steady) : now;
}

/** The clock, which goes on from where it was before it was set back. */
function advance(clock: number, ticks: number): number {
  const elapsed = Math.max(0, ticks - measured);
  const expected = latest + elapsed;
  measured = ticks;
  const isSetBack = clock < expected - LEEWAY_MS - elapsed * DRIFT;
  latest = isSetBack ? expected : Math.max(latest, clock);
  return latest;
}

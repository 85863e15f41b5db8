import { Lru } from './lru.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** From this moment on, in milliseconds since 1970, a time zone is this many seconds ahead of UTC. */
export interface ZoneOffset {
  readonly from: number;
  readonly seconds: number;
}

const ZONES = 700;
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2100, 0, 1);
/** No zone has changed its offset and changed it back within this time. */
const STEP = 7 * 86_400_000;
/** The number of steps before yielding to the event loop. */
const STEPS_AT_ONCE = 500;
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

const known = new Lru<string, Promise<readonly ZoneOffset[]>>(ZONES);

/**
 * The offsets of a time zone from 1900 to 2100, in order. The first and the last one also apply before and after.
 * Throws a RangeError if there is no such zone.
 */
export function zoneOffsets(timeZone: string): Promise<readonly ZoneOffset[]> {
  const name = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  const found = known.get(name) ?? findOffsets(name);
  known.set(name, found);
  return found;
}

async function findOffsets(timeZone: string): Promise<readonly ZoneOffset[]> {
  const offsetAt = offsetIn(timeZone);
  const found: ZoneOffset[] = [{ from: Number.NEGATIVE_INFINITY, seconds: offsetAt(FIRST) }];
  for (let from = FIRST, steps = 1; from < LAST; from += STEP, steps++) {
    let before = found.at(-1)?.seconds ?? 0;
    const after = offsetAt(from + STEP);
    for (let start = from; before !== after; before = found.at(-1)?.seconds ?? after) {
      start = changeBetween(offsetAt, start, from + STEP, before);
      found.push({ from: start, seconds: offsetAt(start) });
    }
    if (steps % STEPS_AT_ONCE === 0) await yieldToEventLoop();
  }
  return found;
}

function offsetIn(timeZone: string): (at: number) => number {
  const form = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(form.format(at)) ?? [];
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return sign === '-' ? -offset : offset;
  };
}

/** The first moment between two, to the second, at which the offset differs from `before`. */
function changeBetween(offsetAt: (at: number) => number, start: number, end: number, before: number): number {
  let [low, high] = [start, end];
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

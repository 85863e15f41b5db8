import type { Waiting } from '../../src/http/admission/lane.ts';

/** A waiting request, of which only some properties matter. */
export const waiting = (given: Partial<Waiting> = {}): Waiting => ({
  bytes: 0,
  start: () => {},
  refuse: () => {},
  charge: () => {},
  ...given,
});

import type { Waiting } from '../../src/http/admission/lane.ts';

/** What waits for a place, of which only some matters. */
export const waiting = (given: Partial<Waiting> = {}): Waiting => ({
  bytes: 0,
  start: () => {},
  refuse: () => {},
  charge: () => {},
  ...given,
});

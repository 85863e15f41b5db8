import type { ServerResponse } from 'node:http';
import type { Lanes } from './lanes.ts';
import type { UnverifiedArrival } from './unverified-arrivals.ts';

/** A request, with its lane and its caller. */
export interface Arrival extends UnverifiedArrival {
  readonly response: ServerResponse;
  readonly lanes: Lanes;
}

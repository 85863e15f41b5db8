import type { IncomingMessage } from 'node:http';
import type { Lane, Waiting } from './lane.ts';

/** A request, with its token as long as that is not verified. */
export interface UnverifiedArrival {
  readonly request: IncomingMessage;
  readonly lane: Lane;
  /** The user of a verified token; otherwise the client's address. */
  caller: string;
  /** A token that is not verified yet. */
  readonly unverified: string | null;
  /** The entry in the lane's queue, until it starts. */
  waiting: Waiting | null;
}

/** Requests that wait or are handled with tokens that are not verified yet. */
export class UnverifiedArrivals {
  readonly #byToken = new Map<string, Set<UnverifiedArrival>>();

  add(arrival: UnverifiedArrival): void {
    const { unverified } = arrival;
    if (unverified === null) return;
    const same = this.#byToken.get(unverified);
    if (same) same.add(arrival);
    else this.#byToken.set(unverified, new Set([arrival]));
  }

  remove(arrival: UnverifiedArrival): void {
    const { unverified } = arrival;
    const same = unverified === null ? undefined : this.#byToken.get(unverified);
    if (same?.delete(arrival) && same.size === 0) this.#byToken.delete(unverified ?? '');
  }

  /**
   * Reassigns the requests with a token to its user: otherwise a caller would have two shares of the slots for a while.
   */
  recognise(token: string, user: string): void {
    for (const arrival of this.#byToken.get(token) ?? []) reassign(arrival, user);
    this.#byToken.delete(token);
  }
}

function reassign(arrival: UnverifiedArrival, user: string): void {
  const { request, lane, caller, waiting } = arrival;
  if (waiting) lane.reassign(caller, user, waiting);
  else request.slot?.reassign(user);
  arrival.caller = user;
}

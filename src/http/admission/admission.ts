import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '../../auth/network-of.ts';
import { ApiError } from '../../errors/api-error.ts';
import { accountOf } from '../../shared/loop-time.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import type { RequestLimits } from '../limits.ts';
import { onceClosed } from '../once-closed.ts';
import type { Arrival } from './arrival.ts';
import type { Pending } from './backlog.ts';
import { clientOf } from './client-of.ts';
import type { Lane, Waiting } from './lane.ts';
import { Lanes } from './lanes.ts';
import { Refusals } from './refusals.ts';
import { Rounds, SLICE_BYTES } from './rounds.ts';
import { Slot } from './slot.ts';

/** The dependencies of {@link Admission}. */
interface AdmissionParts {
  readonly limits: RequestLimits;
  readonly isProject: (key: string) => boolean;
  readonly trustedProxies: readonly string[];
  readonly log: { warn(entry: object, message: string): void };
  /** Called for each request that is refused. */
  readonly refused: () => void;
}

/** A request that needs no slot of its own. */
interface Passing {
  readonly caller: string;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** The possible outcomes for a waiting request. */
interface Outcomes {
  readonly start: () => void;
  readonly refuse: () => void;
  /** Called if the client has disconnected. */
  readonly abandon: () => void;
}

/** The longest time that a request waits. */
const TIMEOUT_MS = 10_000;
/** The longest token by which a caller is recognised. */
const MAX_TOKEN_LENGTH = 2_000;

/**
 * Bounds the requests that are handled at a time, per project and per caller. When several projects or callers have
 * requests, they are scheduled fairly, by the event-loop time that their requests take. A request that can neither
 * start nor wait is refused with 503.
 */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #refusals: Refusals;
  readonly #projects = new Map<string, Lanes>();
  /** For paths of the server. */
  readonly #server: Lanes;
  /** For paths that belong neither to the server nor to an existing project. */
  readonly #unknown: Lanes;
  readonly #rounds = new Rounds();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#refusals = new Refusals(parts.trustedProxies, parts.log, parts.refused);
    this.#server = new Lanes(parts.limits);
    this.#unknown = new Lanes(parts.limits);
  }

  /** Must be called when a connection is accepted. */
  connected(): void {
    this.#rounds.connected();
  }

  /** Passes a request on to `next` when a slot is free. Requests with a body get theirs from {@link admit}. */
  receive(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const arrival = this.#arrivalOf(request, response);
    const { lane, caller } = arrival;
    this.#rounds.arrived(lane, caller);
    const refuse = (): void => this.#refusals.refuse(request, response, next);
    if (!mayHaveBody(request)) this.#enter(arrival, { start: next, refuse, abandon: () => {} });
    else if (lane.isFull(caller) && isBrief(request)) refuse();
    else next();
  }

  /**
   * Starts the answer to a request that needs no slot: at once, or when it is scheduled. Refuses it if too many are
   * waiting.
   */
  pass(request: IncomingMessage, { caller, start, refuse }: Passing): void {
    const { passing: lane } = this.#lanesOf(request.url ?? '');
    this.#rounds.arrived(lane, caller);
    if (lane.isFlowing && this.#rounds.haveTime) {
      this.#rounds.serve(lane);
      start();
    } else if (lane.isFull(caller)) refuse();
    else {
      const passed = (): void => {
        start();
        lane.end(caller);
      };
      lane.wait(caller, { bytes: 0, start: passed, refuse, charge: (ms) => lane.charge(caller, ms) });
      this.#rounds.queue(lane);
    }
  }

  /**
   * Resolves when a slot is free for a request whose body has arrived; returns undefined if it has one already. Errors
   * 11 and 13.
   */
  admit(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    if (request.slot) return undefined;
    const arrival = this.#arrivalOf(request, response);
    if (isMultipart(request)) return this.#upload(arrival);
    if (this.#canStart(arrival)) return this.#occupy(arrival);
    return new Promise((start, fail) => {
      const refuse = (): void => {
        this.#refusals.slowDown(request, response);
        fail(new ApiError('projectBusy'));
      };
      // While the request waits for a slot, its body stays in memory.
      this.#wait(arrival, { start, refuse, abandon: () => fail(new ApiError('bodyIncomplete')) });
    });
  }

  /** Records the user of a token that has been verified. */
  recognise(request: IncomingMessage, user: string): void {
    const token = tokenOf(request);
    if (token === undefined || token.length > MAX_TOKEN_LENGTH) return;
    const { known, unverified } = this.#lanesOf(request.url ?? '');
    if (known.get(token) === user) return;
    known.set(token, user);
    unverified.recognise(token, user);
  }

  /**
   * Releases the slot of a request whose remaining time depends on its client alone. `values` is the size of a list that
   * stays in memory meanwhile. Error 11.
   */
  transfer({ slot, url = '' }: IncomingMessage, values = 0): void {
    const { transfers, held } = this.#lanesOf(url);
    if (!slot) return;
    if (values > 0) slot.finally(held.take(slot.caller, values));
    if (slot.lane !== transfers) slot.move(transfers);
  }

  /** Takes a slot of a lane without waiting. Error 11. */
  enterNow(lane: Lane, caller: string): void {
    if (!lane.hasRoom(caller)) throw new ApiError('projectBusy');
    lane.begin(caller);
  }

  leave(lane: Lane, caller: string, pending: Pending | null): void {
    lane.end(caller, pending);
    if (!lane.isFlowing) this.#rounds.queue(lane);
  }

  #enter(arrival: Arrival, outcomes: Outcomes): void {
    if (this.#canStart(arrival)) {
      this.#occupy(arrival);
      outcomes.start();
    } else this.#wait(arrival, outcomes);
  }

  #canStart({ lane, caller, request }: Arrival): boolean {
    if (!lane.isFlowing || !lane.hasRoom(caller)) return false;
    return !this.#rounds.areShared || (this.#rounds.haveTime && bodyBytes(request) < SLICE_BYTES);
  }

  /** Files arrive only as fast as their client sends them. */
  #upload(arrival: Arrival): undefined {
    const { transfers: lane } = arrival.lanes;
    if (!lane.hasRoom(arrival.caller)) throw new ApiError('projectBusy');
    return this.#occupy({ ...arrival, lane });
  }

  #wait(arrival: Arrival, { start, refuse, abandon }: Outcomes): void {
    const { lane, lanes, request, response } = arrival;
    if (lane.isFull(arrival.caller)) {
      refuse();
      return;
    }
    const endWait = (): void => {
      clearTimeout(timer);
      stopWatching();
      arrival.waiting = null;
    };
    const giveUp = (): void => {
      endWait();
      lanes.unverified.remove(arrival);
    };
    const dequeue = (): void => {
      lane.remove(arrival.caller, waiting);
      giveUp();
    };
    const waiting: Waiting = {
      bytes: bodyBytes(request),
      charge: (ms) => lane.charge(arrival.caller, ms),
      start: () => {
        endWait();
        this.#hold(arrival);
        start();
      },
      refuse: () => {
        giveUp();
        refuse();
      },
    };
    const timer = setTimeout(() => {
      dequeue();
      refuse();
    }, TIMEOUT_MS).unref();
    arrival.waiting = waiting;
    lanes.unverified.add(arrival);
    lane.wait(arrival.caller, waiting);
    this.#rounds.queue(lane);
    const stopWatching = onceClosed(response, () => {
      dequeue();
      abandon();
    });
  }

  #occupy(arrival: Arrival): undefined {
    this.#rounds.serve(arrival.lane);
    arrival.lane.begin(arrival.caller);
    arrival.lanes.unverified.add(arrival);
    this.#hold(arrival);
  }

  /** Assigns a slot that is already counted. */
  #hold(arrival: Arrival): void {
    const { lanes, lane, caller, request, response } = arrival;
    const slot = new Slot(this, lane, caller);
    request.slot = slot;
    if (arrival.unverified !== null) slot.finally(() => lanes.unverified.remove(arrival));
    this.#refusals.forgive(request.socket);
    slot.finally(onceClosed(response, () => slot.answered()));
  }

  #lanesOf(url: string): Lanes {
    const end = url.indexOf('/', 1);
    const first = end < 0 ? (url.slice(1).split('?', 1)[0] ?? '') : url.slice(1, end);
    const lanes = this.#projects.get(first);
    if (lanes) return lanes;
    const key = first.includes('%') ? (percentDecoded(first) ?? first) : first;
    if (this.#parts.isProject(key)) return this.#lanesOfProject(key);
    return SERVERS.has(first) ? this.#server : this.#unknown;
  }

  #lanesOfProject(key: string): Lanes {
    const lanes = this.#projects.get(key) ?? new Lanes(this.#parts.limits, accountOf(key));
    this.#projects.set(key, lanes);
    return lanes;
  }

  #arrivalOf(request: IncomingMessage, response: ServerResponse): Arrival {
    const url = request.url ?? '';
    const lanes = this.#lanesOf(url);
    const token = tokenOf(request);
    const user = token === undefined ? undefined : lanes.known.get(token);
    const caller = user ?? networkOf(clientOf(request, this.#parts.trustedProxies));
    const unverified = user === undefined ? (token ?? null) : null;
    return { request, response, lanes, lane: laneIn(lanes, url), caller, unverified, waiting: null };
  }
}

/** First parts of the paths that the server itself answers. */
const SERVERS: ReadonlySet<string> = new Set(['', 'server', 'projects', 'admin', 'studio']);

const tokenOf = ({ headers }: IncomingMessage): string | undefined => headers.authorization ?? headers.cookie;

const mayHaveBody = ({ method }: IncomingMessage): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

const isMultipart = ({ headers }: IncomingMessage): boolean => /^multipart\//i.test(headers['content-type'] ?? '');

/** The length of a request's body; infinite if it is unknown. */
function bodyBytes(request: IncomingMessage): number {
  if (!mayHaveBody(request)) return 0;
  const { headers } = request;
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
}

/** Bodies up to this size are read to their end after a refusal. */
const BRIEF_BYTES = 65_536;

const isBrief = (request: IncomingMessage): boolean => bodyBytes(request) <= BRIEF_BYTES;

/** Requests that sign in or check whether the server runs do not wait for other requests. */
function laneIn(lanes: Lanes, url: string): Lane {
  const at = url.indexOf('/', 1);
  return url.startsWith('/auth/', at) || url.startsWith('/server/') ? lanes.signIns : lanes.api;
}

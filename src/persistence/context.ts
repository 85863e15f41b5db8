import { type Caller, roleOf, SYSTEM } from '../permissions/caller.ts';
import type { PlanContext } from '../query/plan/context.ts';
import type { Mutex } from '../shared/mutex.ts';
import type { Budget } from './read/budget.ts';
import type { Store, StoreView } from './store.ts';

/** What every use case is given first: whose data, who asks, from where, and when. */
export interface Context extends Scope {
  readonly store: Store;
}

/** The same inside of a transaction, from where nothing leads to the database beside it. */
export interface Scope {
  readonly store: StoreView;
  readonly caller: Caller;
  readonly client: Client;
  /** The moment of the request: every timestamp of one request is the same. */
  readonly now: Date;
  /** What the request asks of a write. */
  readonly write: WriteRequest;
  /** What the caller is told of the request beside its answer; absent where nobody is. */
  readonly notes?: Set<string>;
  /** What the queries of the request share; absent where it has one. */
  readonly joint?: Joint;
  /** How many hooks have led here, one through the other; absent where none has. */
  readonly depth?: number;
}

/** Where a request comes from, and how its client reaches the server. */
export interface Client {
  /** Its address; `localhost` for this machine. */
  readonly ip: string;
  readonly userAgent: string;
  /** The server's address without a trailing slash. It may be what the request claims. */
  readonly baseUrl: string;
  /** The same if it can be trusted, so that links with secrets may lead there; else null. */
  readonly linkUrl: string | null;
}

/** What a request asks of a write, beside what is to be written. */
export interface WriteRequest {
  /** The caller's words on a change; stored with its activity. */
  readonly comment: string | null;
  /**
   * Leaves out the activity and revision records: where a caller has asked for it, of the item and its lists, or always.
   * (Contract, I-71.)
   */
  readonly skipActivity: 'asked' | 'always' | false;
  /** States in which the caller has seen the items that are to be changed; absent where any will do. */
  readonly seen?: readonly string[];
  /** Has a repeat of the request answered like the first; absent where every request counts. */
  readonly once?: Once;
}

/** A write of which nothing was asked. */
const PLAIN_WRITE: WriteRequest = { comment: null, skipActivity: false };

/** What several queries of one request share. */
interface Joint {
  readonly budget: Budget;
  /** What is shown of what was read, as often as it is named. */
  readonly shown: Budget;
  /** Lets one query run at a time. */
  readonly mutex: Mutex;
}

/** What makes two requests the same. */
export interface Once {
  readonly key: string;
  readonly path: string;
  /** All that decides about the answer; as JSON. */
  readonly sent: unknown;
}

/** The context of what the server does by itself. `userAgent` says to the activity log what did it. */
export function serverContext(store: Store, userAgent: string, now = new Date()): Context {
  const client = { ip: 'localhost', userAgent, baseUrl: '', linkUrl: null };
  return { store, caller: SYSTEM, client, now, write: PLAIN_WRITE };
}

/** What plans depend on, for the caller of a context. */
export function planContext({ store, caller }: Scope): PlanContext {
  const { schema, policy } = store.catalog;
  return { schema, policy: policy(roleOf(caller)) };
}

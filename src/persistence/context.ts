import { type Caller, SYSTEM } from '../permissions/caller.ts';
import type { PlanContext } from '../query/plan/context.ts';
import type { Mutex } from '../shared/mutex.ts';
import type { Budget } from './read/budget.ts';
import type { Recording } from './recording.ts';
import type { Draft } from './schema-change/draft.ts';
import type { Store, StoreView } from './store.ts';

/** The first argument of every use case: whose data, the caller, the address, and the time. */
export interface Context extends Scope {
  readonly store: Store;
  /** Records what is read from the committed state; absent unless the answer may be cached. */
  readonly recording?: Recording;
  /** Identifies the sender of the request again; absent if no access can end. Errors 108, 3, 116. */
  readonly presentCaller?: () => Promise<Caller>;
}

/** The context inside a transaction, which gives no access to the database outside it. */
export interface Scope {
  readonly store: StoreView;
  readonly caller: Caller;
  readonly client: Client;
  /** The time of the request: all timestamps of one request are the same. */
  readonly now: Date;
  /** The options of the request's writes. */
  readonly write: WriteRequest;
  /** Collects warnings that the caller receives with the answer; absent if there is no caller to warn. */
  readonly notes?: Set<string>;
  /** Collects hints for administrators about what would make the request faster; absent if nobody reads them. */
  readonly hints?: Set<string>;
  /** Collects the ids of the schema changes that the request makes; absent if nobody reads them. */
  readonly entries?: number[];
  /** Shared by the queries of the request; absent if there is only one. */
  readonly joint?: Joint;
  /** How many nested hooks led here; absent if none did. */
  readonly depth?: number;
  /**
   * Collects what a schema change would do: nothing is written, and no hooks are notified. Absent if changes are made.
   */
  readonly draft?: Draft;
}

/** Where a request comes from, and how its client reaches the server. */
export interface Client {
  /** Its address; `localhost` for this machine. */
  readonly ip: string;
  readonly userAgent: string;
  /** The server's address without a trailing slash, possibly as the request claims. */
  readonly baseUrl: string;
  /** Like {@link baseUrl} if it can be trusted, so that links that contain secrets may point there; otherwise null. */
  readonly linkUrl: string | null;
}

/** The options of a request's writes, besides the payload. */
export interface WriteRequest {
  /** The caller's comment on a change; stored with its activity. */
  readonly comment: string | null;
  /** Omits the activity and revision records, for the item and its lists. (Contract, I-71.) */
  readonly skipActivity: boolean;
  /** The versions of the changed items that the caller has seen; absent if any version is acceptable. */
  readonly seen?: readonly string[];
  /** Identifies repeats of the request, which get the first answer; absent if every request counts. */
  readonly once?: Once;
}

/** A write without options. */
export const PLAIN_WRITE: WriteRequest = { comment: null, skipActivity: false };

/** State that the queries of one request share. */
interface Joint {
  readonly budget: Budget;
  /** The values shown so far, including repetitions. */
  readonly shown: Budget;
  /** Runs one query at a time. */
  readonly mutex: Mutex;
}

/** What identifies repeats of a request. */
export interface Once {
  readonly key: string;
  readonly path: string;
  /** Everything that the answer depends on, as JSON. */
  readonly sent: unknown;
}

/** The context for work that the server does without a request. The activity log shows `octavo` as its origin. */
export function serverContext(store: Store): Context {
  const client = { ip: 'localhost', userAgent: 'octavo', baseUrl: '', linkUrl: null };
  return { store, caller: SYSTEM, client, now: new Date(), write: PLAIN_WRITE };
}

/** What plans depend on, for the caller of a scope. */
export function planContext({ store, caller }: Scope): PlanContext {
  const { schema, policy } = store.catalog;
  return { schema, policy: policy(caller) };
}

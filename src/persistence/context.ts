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
  /** Notes what the committed state is read for; absent unless the answer may be kept. */
  readonly recording?: Recording;
}

/** The context inside a transaction, which gives no access to the database outside it. */
export interface Scope {
  readonly store: StoreView;
  readonly caller: Caller;
  readonly client: Client;
  /** The time of the request: all timestamps of one request are the same. */
  readonly now: Date;
  /** How the request wants its writes done. */
  readonly write: WriteRequest;
  /** Collects warnings that the caller receives with the answer; absent if there is no caller to warn. */
  readonly notes?: Set<string>;
  /** Collects hints for administrators about what would make the request faster; absent if nobody reads them. */
  readonly hints?: Set<string>;
  /** Collects the ids of the schema changes that the request makes; absent if nobody reads them. */
  readonly entries?: number[];
  /** What the queries of the request share; absent if there is only one. */
  readonly joint?: Joint;
  /** How many nested hooks led here; absent if none did. */
  readonly depth?: number;
  /** Collects what a schema change would do: nothing is written, and hooks hear nothing. Absent where changes are made. */
  readonly draft?: Draft;
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

/** How a request wants its writes done, besides the payload. */
export interface WriteRequest {
  /** The caller's comment on a change; stored with its activity. */
  readonly comment: string | null;
  /** Omits the activity and revision records, for the item and its lists. (Contract, I-71.) */
  readonly skipActivity: boolean;
  /** The versions of the items to be changed that the caller has seen; absent if any version will do. */
  readonly seen?: readonly string[];
  /** Makes a repeat of the request return the first answer; absent if every request counts. */
  readonly once?: Once;
}

/** A write without options. */
export const PLAIN_WRITE: WriteRequest = { comment: null, skipActivity: false };

/** What several queries of one request share. */
interface Joint {
  readonly budget: Budget;
  /** What is shown of the rows read, counted as often as it occurs. */
  readonly shown: Budget;
  /** Lets one query run at a time. */
  readonly mutex: Mutex;
}

/** What identifies repeats of a request. */
export interface Once {
  readonly key: string;
  readonly path: string;
  /** Everything that the answer depends on, as JSON. */
  readonly sent: unknown;
}

/** The context of what the server does without a request. The activity log shows `userAgent` as its origin. */
export function serverContext(store: Store, userAgent: string, now = new Date()): Context {
  const client = { ip: 'localhost', userAgent, baseUrl: '', linkUrl: null };
  return { store, caller: SYSTEM, client, now, write: PLAIN_WRITE };
}

/** What plans depend on, for the caller of a scope. */
export function planContext({ store, caller }: Scope): PlanContext {
  const { schema, policy } = store.catalog;
  return { schema, policy: policy(caller) };
}

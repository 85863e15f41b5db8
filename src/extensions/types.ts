/*
 * What modules of hooks and endpoints are given, and what they give. Authors read these types in a comment:
 * `@type {import('octavo/src/extensions/types.ts').Actions}`. Nothing is imported here, so that the file stands alone.
 */

/** Fields by their names. */
export type Data = Readonly<Record<string, unknown>>;

/** Who asks. */
export interface HookCaller {
  readonly kind: 'user' | 'public' | 'system';
  /** Null for the public and the server itself. */
  readonly id: number | null;
  readonly role: number;
  readonly admin: boolean;
}

/** Parameters of a read, as those of a list request: `{ filter: { title: { eq: 'x' } }, sort: '-id', limit: 10 }`. */
export type ReadParameters = Readonly<Record<string, unknown>>;

/** Items of one collection. What is refused rejects with an error that has `status`, `code` and `message`. */
export interface ItemsService {
  read(parameters?: ReadParameters): Promise<Data[]>;
  /** Null where there is none that may be seen. */
  readOne(key: string | number): Promise<Data | null>;
  /** Answers the key of the new item. */
  create(payload: Data): Promise<string | number>;
  update(key: string | number, payload: Data): Promise<void>;
  delete(key: string | number): Promise<void>;
}

/** What an extension is given beside its data. */
export interface ExtensionContext {
  readonly project: string;
  readonly caller: HookCaller;
  /**
   * Items with the rights of the caller, or with `{ as: 'server' }` with all. In a hook that runs inside a write, what it
   * writes belongs to that write: all of it happens or nothing does. It ends with the hook.
   */
  items(collection: string, rights?: { readonly as?: 'caller' | 'server' }): ItemsService;
  /** Ends when the deadline of the hook has passed. */
  readonly signal: AbortSignal;
  readonly log: {
    info(message: string, fields?: Data): void;
    error(message: string, fields?: Data): void;
  };
}

/** What a hook is given beside its data. */
export interface HookContext extends ExtensionContext {
  readonly event: string;
  /** Of events of items and fields. */
  readonly collection: string | null;
}

/** Told of something. What a `:before` action throws refuses what is about to happen. */
export type Action = (data: Data, context: HookContext) => unknown;

/** Answers what it was given, or something in its place. */
export type Filter = (data: never, context: HookContext) => unknown;

/** What a module exports as `actions`: functions by the names of events. */
export type Actions = Readonly<Record<string, Action | readonly Action[]>>;

/** What a module exports as `filters`. */
export type Filters = Readonly<Record<string, Filter | readonly Filter[]>>;

/** What a hook or an endpoint throws to refuse with words of its own. */
export interface Refusal {
  /** From 400 to 499. */
  readonly status: number;
  readonly message: string;
  /** The code of the error; 12 otherwise. */
  readonly code?: number;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly method: string;
  /** Named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the query string. */
  readonly query: Data;
  /** Headers in small letters; none that bear credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, read as JSON; undefined where there was none. */
  readonly body: unknown;
}

/** A whole answer; anything else that a handler returns is a body, sent as JSON with status 200. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One route below `/:project/custom/<name>`. */
export interface Endpoint {
  /** `GET` unless it is said. */
  readonly method?: string | readonly string[];
  /** `/` for the module itself; `/orders/:id` has a named part. */
  readonly path: string;
  /** Who may call it: anybody, unless it is said. */
  readonly access?: 'open' | 'authenticated' | 'admin';
  handler(request: EndpointRequest, context: ExtensionContext): unknown;
}

/** What a module of endpoints exports as `endpoints`. */
export type Endpoints = readonly Endpoint[];

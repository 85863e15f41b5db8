/*
 * The arguments and exports of hook and endpoint modules. Authors refer to these types in a comment: `@type
 * {import('octavo/src/extensions/types.ts').Actions}`. Nothing is imported here, so that the file is self-contained.
 */

/** Fields by name. */
export type Data = Readonly<Record<string, unknown>>;

/** The caller. */
export interface HookCaller {
  readonly kind: 'user' | 'public' | 'system';
  /** Null for the public and for the server itself. */
  readonly id: number | null;
  readonly role: number;
  /** False for everybody with a limited API key. */
  readonly admin: boolean;
  /** The id of the API key of the request; null if there is none. */
  readonly apiKey: number | null;
}

/** Parameters of a read, like those of a list request: `{ filter: { title: { eq: 'x' } }, sort: '-id', limit: 10 }`. */
export type ReadParameters = Readonly<Record<string, unknown>>;

/** Items of one collection. Refusals reject with an error that has `status`, `code` and `message`. */
export interface ItemsService {
  read(parameters?: ReadParameters): Promise<Data[]>;
  /** Null if there is none that the caller may see. */
  readOne(key: string | number): Promise<Data | null>;
  /** Returns the key of the new item. */
  create(payload: Data): Promise<string | number>;
  update(key: string | number, payload: Data): Promise<void>;
  delete(key: string | number): Promise<void>;
}

/** What an extension receives besides its data. */
export interface ExtensionContext {
  readonly project: string;
  readonly caller: HookCaller;
  /**
   * Items with the caller's permissions, or with `{ as: 'server' }` without restrictions. In a hook that runs inside a
   * write, its writes belong to the same transaction. Unusable after the hook has ended.
   */
  items(collection: string, rights?: { readonly as?: 'caller' | 'server' }): ItemsService;
  /** Aborted when the deadline of the hook has passed. */
  readonly signal: AbortSignal;
  readonly log: {
    info(message: string, fields?: Data): void;
    error(message: string, fields?: Data): void;
  };
}

/** What a hook receives besides its data. */
export interface HookContext extends ExtensionContext {
  readonly event: string;
  /** For events of items and fields. */
  readonly collection: string | null;
}

/** Is notified of an event. If a `:before` action throws, the event is refused. */
export type Action = (data: Data, context: HookContext) => unknown;

/** Returns its argument, or a replacement. */
export type Filter = (data: never, context: HookContext) => unknown;

/** The export `actions` of a module: functions by event name. */
export type Actions = Readonly<Record<string, Action | readonly Action[]>>;

/** The export `filters` of a module. */
export type Filters = Readonly<Record<string, Filter | readonly Filter[]>>;

/** What a hook or an endpoint throws to refuse with its own message. */
export interface Refusal {
  /** From 400 to 499. */
  readonly status: number;
  readonly message: string;
  /** The error code; 12 by default. */
  readonly code?: number;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly method: string;
  /** Named segments of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the query string. */
  readonly query: Data;
  /** Headers with lower-case names, without those that contain credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed as JSON; undefined if there was none. */
  readonly body: unknown;
}

/** A complete response; anything else that a handler returns is a body, sent as JSON with status 200. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One route below `/:project/custom/<name>`. */
export interface Endpoint {
  /** `GET` by default. */
  readonly method?: string | readonly string[];
  /** `/` for the module itself; `/orders/:id` has a named segment. */
  readonly path: string;
  /** Who may call it: everyone, by default. */
  readonly access?: 'open' | 'authenticated' | 'admin';
  handler(request: EndpointRequest, context: ExtensionContext): unknown;
}

/** The export `endpoints` of a module. */
export type Endpoints = readonly Endpoint[];

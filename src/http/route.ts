import type { ApiError } from '../errors/api-error.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { JsonText } from '../shared/json-text.ts';
import type { Delivery } from '../storage/content.ts';
import type { Wire } from '../wire/wire.ts';
import type { Exchange } from './exchange.ts';
import type { ExportName } from './export/format.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route: anybody (permissions decide inside), callers with a token, administrators, or, for the server
 * itself, the holder of the super admin token. This is checked before the handler runs. A use case checks it again only
 * if other code calls it, too.
 */
type Access = 'open' | 'authenticated' | 'admin' | 'superAdmin';

/** One route of a project or of the server. */
export interface Route {
  readonly method: Method;
  /** The path below `/:project`, or the complete path of a route of the server. */
  readonly path: string;
  readonly access?: Access;
  /** The super admin token is accepted only in the `Authorization` header, and checked before anything else. */
  readonly bearer?: true;
  /** Which API keys the route accepts, where permissions do not decide that: none, or only unlimited ones. */
  readonly apiKeys?: 'none' | 'unlimited';
  /** Who may call the route regardless of the permissions on its group's collection. */
  readonly freeFor?: 'users' | 'everybody';
  /** A preview token opens it for the item that it was issued for. */
  readonly takesPreview?: true;
  /** The request that it takes and the answers that it gives. */
  readonly wire: Wire;
  /** Its answers depend only on the URL, the caller, the catalogue, and reads that are recorded. */
  readonly cached?: true;
  /** A GET request has a side effect, so a HEAD request is refused instead of being answered in the same way. */
  readonly acts?: true;
  /** Refuses callers before their body is checked. */
  readonly admit?: (exchange: Exchange) => void;
  readonly handle: (exchange: Exchange) => Promise<Answer> | Answer;
  /** The format of the route's failures, if it is not the envelope. */
  readonly fails?: (error: ApiError, exchange: Exchange) => Answer;
}

/** The result of a handler, from which the envelope is made. */
export type Answer =
  /** 204 for everybody. */
  | { readonly kind: 'deleted' }
  /** No data: 204, or only the public flag; `public` sends the flag to everybody. */
  | { readonly kind: 'nothing'; readonly public?: true }
  | {
      readonly kind: 'data';
      /** A value, or a {@link JsonText}. */
      readonly data: unknown;
      readonly meta?: unknown;
      readonly messages?: readonly unknown[];
      /** Distinguishes states of the data, for the entity tag. */
      readonly version?: string;
      /** Overrides whether the answer has the public flag. */
      readonly public?: boolean;
      /** What the caller must do next, in addition to the data. */
      readonly warning?: ApiError;
    }
  /** A list that is sent while it is read. */
  | {
      readonly kind: 'stream';
      readonly chunks: AsyncIterable<readonly unknown[]>;
      /** How many values stay in memory until the list has been sent, if it is complete already. */
      readonly values?: number;
      readonly meta?: unknown;
      readonly messages?: readonly unknown[];
    }
  /** A list that is sent as a file while it is read. */
  | {
      readonly kind: 'export';
      /** As for a stream. */
      readonly values?: number;
      readonly format: ExportName;
      readonly name: string;
      readonly fields: readonly string[];
      readonly items: AsyncIterable<readonly Item[]>;
    }
  /** States as server-sent events, until they end or `signal` aborts; null is a sign of life. */
  | {
      readonly kind: 'events';
      readonly name: string;
      readonly events: (signal: AbortSignal) => AsyncIterable<unknown>;
    }
  /** The bytes of a file, complete or partial. `again` looks the file up again if its bytes have changed meanwhile. */
  | {
      readonly kind: 'file';
      readonly delivery: Delivery;
      readonly again: () => Promise<Delivery>;
      readonly download: boolean;
    }
  /** A text, or its bytes; `version` distinguishes its states. */
  | {
      readonly kind: 'text';
      readonly text: string | Buffer;
      readonly type: string;
      readonly version?: string;
    }
  /** A body of another protocol; null for none. */
  | {
      readonly kind: 'document';
      readonly status: number;
      readonly type: string;
      readonly text: string | null;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'redirect'; readonly location: string };

export const DELETED: Answer = { kind: 'deleted' };
export const NOTHING: Answer = { kind: 'nothing' };
/** No data, on endpoints that treat every caller as the public. */
export const NOTHING_TO_ALL: Answer = { kind: 'nothing', public: true };

/** An answer with data. */
export function show(data: unknown, meta?: unknown, version?: string): Answer {
  return { kind: 'data', data, ...(meta !== undefined && { meta }), ...(version && { version }) };
}

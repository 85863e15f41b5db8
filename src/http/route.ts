import type { ApiError } from '../errors/api-error.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { JsonText } from '../shared/json-text.ts';
import type { Delivery } from '../storage/content.ts';
import type { Wire } from '../wire/wire.ts';
import type { Exchange } from './exchange.ts';
import type { ExportName } from './export/format.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route: anybody (permissions decide inside), callers with a token, administrators, or, of the server itself,
 * who knows the super admin token. It is checked before the handler runs: a use case checks it itself only if others call it,
 * too.
 */
type Access = 'open' | 'authenticated' | 'admin' | 'superAdmin';

/** One route of a project or of the server. */
export interface Route {
  readonly method: Method;
  /** Path below `/:project`, or the whole path of a route of the server. */
  readonly path: string;
  readonly access?: Access;
  /** The super admin token comes in the header `Authorization` alone, and is asked for before anything else. */
  readonly bearer?: true;
  /** Which API keys it takes, where permissions do not decide that: none, or those that are not limited. */
  readonly apiKeys?: 'none' | 'unlimited';
  /** Who may use it whatever the permissions on the collection of its group are. */
  readonly freeFor?: 'users' | 'everybody';
  /** A preview opens it for the item that it was issued for. */
  readonly takesPreview?: true;
  /** What it takes and answers. */
  readonly wire: Wire;
  /** Its answers depend on nothing but the URL, the caller, the catalogue and what it reads as a committed source. */
  readonly cached?: true;
  /** Refuses callers before their body is checked. */
  readonly admit?: (exchange: Exchange) => void;
  readonly handle: (exchange: Exchange) => Promise<Answer> | Answer;
  /** The shape of the route's failures, where it is not the envelope's. */
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
      /** Distinguishes states of the data. */
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
      readonly meta?: unknown;
      readonly messages?: readonly unknown[];
    }
  /** A list that is sent as a file while it is read. */
  | {
      readonly kind: 'export';
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
  /** Bytes of a file, complete or partial. `again` finds the file again if its bytes have changed meanwhile. */
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
/** No data, on endpoints where everybody counts as the public. */
export const NOTHING_TO_ALL: Answer = { kind: 'nothing', public: true };

/** An answer that shows data. */
export function show(data: unknown, meta?: unknown, version?: string): Answer {
  return { kind: 'data', data, ...(meta !== undefined && { meta }), ...(version && { version }) };
}

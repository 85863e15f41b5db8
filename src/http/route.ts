import type { Delivery } from '../services/assets/content.ts';
import type { Exchange } from './exchange.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call a route: anybody (permissions decide inside), callers with a token, or administrators. */
export type Access = 'open' | 'authenticated' | 'admin';

/** One route of a project or of the server. */
export interface Route {
  readonly method: Method;
  /** Path below `/:project`, or the whole path of a route of the server. */
  readonly path: string;
  readonly access?: Access;
  readonly handle: (exchange: Exchange) => Promise<Answer> | Answer;
}

/** What a handler answers; the envelope is made from it. */
export type Answer =
  /** 204, to anybody. */
  | { readonly kind: 'deleted' }
  /** Nothing to show: 204, or the public flag alone. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'data';
      readonly data: unknown;
      readonly meta?: unknown;
      readonly messages?: readonly unknown[];
      /** Overrides whether the answer is marked as one for the public. */
      readonly public?: boolean;
    }
  /** A list that is sent as it is read. */
  | {
      readonly kind: 'stream';
      readonly chunks: AsyncIterable<readonly unknown[]>;
      readonly meta?: unknown;
      readonly messages?: readonly unknown[];
    }
  /** Bytes of a file, whole or in parts. */
  | { readonly kind: 'file'; readonly delivery: Delivery; readonly download: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  | { readonly kind: 'redirect'; readonly location: string };

export const DELETED: Answer = { kind: 'deleted' };
export const NOTHING: Answer = { kind: 'nothing' };

/** An answer that shows data. */
export function show(data: unknown, meta?: unknown): Answer {
  return { kind: 'data', data, ...(meta !== undefined && { meta }) };
}

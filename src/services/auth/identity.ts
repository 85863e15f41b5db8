import { type Caller, PUBLIC, type User } from '../../permissions/caller.ts';
import type { ApiKey } from '../../persistence/api-keys.ts';

/** The identity that a token resolved to. */
export interface Identity {
  readonly caller: Caller;
  /** The session that the token belongs to; null for static tokens and without a token. */
  readonly session: number | null;
  /** The user who must set up a second factor first, and counts as the public until then. */
  readonly pending: User | null;
  /** When the session ends regardless of use, in milliseconds since 1970; null without a session. */
  readonly ends: number | null;
  /** The API key that was sent; null if it was something else. */
  readonly key: ApiKey | null;
  /** The administrator in whose view the request runs; null if it is not a view. */
  readonly viewer: User | null;
  /** Whether the request may read only one item, because it carries a preview. */
  readonly preview: boolean;
  /** Why a token was ignored; null if it was accepted or none was sent. */
  readonly rejected: Rejection | null;
}

/** Why a token is not accepted. */
export type Rejection = 'invalid' | 'expired';

/** The identity of a caller without a valid token. */
export const ANONYMOUS: Identity = {
  caller: PUBLIC,
  session: null,
  pending: null,
  ends: null,
  key: null,
  viewer: null,
  preview: false,
  rejected: null,
};

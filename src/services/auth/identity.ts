import { type Caller, PUBLIC, type User } from '../../permissions/caller.ts';

/** Who the bearer of a token turned out to be. */
export interface Identity {
  readonly caller: Caller;
  /** The session that the token belongs to; null for static tokens and for nobody. */
  readonly session: number | null;
  /** The user who has to set up a second factor before anything else, and is the public until then. */
  readonly pending: User | null;
  /** When the session ends however much it is used, in milliseconds since 1970; null without one. */
  readonly ends: number | null;
  /** What is wrong with the token, where one came that counts as none. */
  readonly rejected: Rejection | null;
}

/** A token is of no use, or no longer. */
export type Rejection = 'invalid' | 'expired';

/** Whoever is not known. */
export const ANONYMOUS: Identity = { caller: PUBLIC, session: null, pending: null, ends: null, rejected: null };

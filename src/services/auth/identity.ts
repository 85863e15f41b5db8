import { type Caller, PUBLIC, type User } from '../caller.ts';

/** Who the bearer of a token turned out to be. */
export interface Identity {
  readonly caller: Caller;
  /** The session that the token belongs to; null for static tokens and for nobody. */
  readonly session: number | null;
  /** The user who has to set up a second factor before anything else, and is the public until then. */
  readonly pending: User | null;
}

/** Whoever is not known. */
export const NOBODY: Identity = { caller: PUBLIC, session: null, pending: null };

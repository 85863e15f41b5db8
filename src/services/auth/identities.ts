import type { Identity } from './identity.ts';

/** Caches the identities of verified tokens. */
export interface Identities {
  /** Increases whenever the cache is cleared. */
  readonly epoch: number;
  get(token: string, now: number): Identity | undefined;
  set(token: string, identity: Identity, until: number, epoch: number): void;
}

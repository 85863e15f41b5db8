import type { Identity } from './identity.ts';

/** Remembers who the bearers of verified tokens are. */
export interface Identities {
  /** Moves on whenever what is remembered is forgotten. */
  readonly epoch: number;
  get(token: string, now: number): Identity | undefined;
  set(token: string, identity: Identity, until: number, epoch: number): void;
}

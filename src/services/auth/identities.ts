import type { Caller } from '../caller.ts';

/** Remembers the callers of verified tokens. */
export interface Identities {
  /** Moves on whenever what is remembered is forgotten. */
  readonly epoch: number;
  get(token: string, now: number): Caller | undefined;
  set(token: string, caller: Caller, until: number, epoch: number): void;
}

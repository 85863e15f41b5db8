import type { Identities } from '../services/auth/identities.ts';
import type { Caller } from '../services/caller.ts';
import { Lru } from '../shared/lru.ts';

const CAPACITY = 10_000;

interface Known {
  readonly caller: Caller;
  /** Milliseconds since the epoch after which the token has to be looked at again. */
  readonly until: number;
}

/** Remembers whose tokens have been verified, until they expire or users change. */
export class IdentityCache implements Identities {
  readonly #known = new Lru<string, Known>(CAPACITY);
  #epoch = 0;

  get epoch(): number {
    return this.#epoch;
  }

  get(token: string, now: number): Caller | undefined {
    const known = this.#known.get(token);
    return known && known.until > now ? known.caller : undefined;
  }

  /** Keeps a caller, unless users have changed since `epoch`, when the look-up began. */
  set(token: string, caller: Caller, until: number, epoch: number): void {
    if (epoch === this.#epoch) this.#known.set(token, { caller, until });
  }

  clear(): void {
    this.#epoch++;
    this.#known.clear();
  }
}

import type { Identities } from '../services/auth/identities.ts';
import type { Identity } from '../services/auth/identity.ts';
import { Lru } from '../shared/lru.ts';

const CAPACITY = 10_000;

interface Entry {
  readonly identity: Identity;
  /** Milliseconds since the epoch after which the token must be verified again. */
  readonly until: number;
}

/** Caches the identities of verified tokens until they expire or users change. */
export class IdentityCache implements Identities {
  readonly #entries = new Lru<string, Entry>(CAPACITY);
  #epoch = 0;

  get epoch(): number {
    return this.#epoch;
  }

  get(token: string, now: number): Identity | undefined {
    const entry = this.#entries.get(token);
    return entry && entry.until > now ? entry.identity : undefined;
  }

  /** Caches an identity, unless users have changed since `epoch`, when the lookup began. */
  set(token: string, identity: Identity, until: number, epoch: number): void {
    if (epoch === this.#epoch) this.#entries.set(token, { identity, until });
  }

  clear(): void {
    this.#epoch++;
    this.#entries.clear();
  }
}

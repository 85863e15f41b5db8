/** Somebody who takes turns with others: how much has been used so far, in milliseconds or any other measure. */
export interface Party {
  used: number;
}

/**
 * Parties that wait for their turn. The one that has used least is next. Whoever begins to wait joins at the level of those
 * who are being served, so that nobody saves up turns.
 */
export class Turns<P extends Party> {
  readonly #waiting = new Set<P>();
  /** What the party served last had used. */
  #level = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Begins to wait; no effect on a party that waits. */
  enter(party: P): void {
    if (this.#waiting.has(party)) return;
    party.used = Math.max(party.used, this.#level);
    this.#waiting.add(party);
  }

  /** Waits no longer. */
  leave(party: P): void {
    this.#waiting.delete(party);
  }

  /** The party whose turn it is, of those that are ready. It keeps waiting until it leaves. */
  next(isReady: (party: P) => boolean): P | undefined {
    let first: P | undefined;
    for (const party of this.#waiting) if ((!first || party.used < first.used) && isReady(party)) first = party;
    if (first) this.#level = Math.max(this.#level, first.used);
    return first;
  }
}

/** Somebody who takes turns with others: how much has been used so far, in milliseconds or any other measure. */
export interface Party {
  used: number;
}

/**
 * Parties that wait for their turn. The one that has used least is next. Whoever begins to wait joins at the level of those
 * who are being served, so that nobody saves up turns.
 */
export class Turns<P extends Party> {
  /** In the order in which they began to wait. Not a set, which would leave dead tables behind: see `FairQueue`. */
  readonly #waiting: P[] = [];
  /** What the party served last had used. */
  #level = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Begins to wait; no effect on a party that waits. */
  enter(party: P): void {
    if (this.#waiting.includes(party)) return;
    party.used = Math.max(party.used, this.#level);
    this.#waiting.push(party);
  }

  /** Waits no longer. */
  leave(party: P): void {
    const at = this.#waiting.indexOf(party);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** The party whose turn it is, of those that are ready. It keeps waiting until it leaves. */
  next(isReady: (party: P) => boolean): P | undefined {
    let first: P | undefined;
    for (const party of this.#waiting) if ((!first || party.used < first.used) && isReady(party)) first = party;
    if (first) this.#level = Math.max(this.#level, first.used);
    return first;
  }
}

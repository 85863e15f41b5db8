/** Somebody who takes turns with others: how much has been used so far, in milliseconds or any other measure. */
export interface Party {
  used: number;
}

/**
 * Parties that wait for their turn. The one that has used least is next. Whoever begins to wait, or becomes ready, joins at the
 * level of those who are being served, so that nobody saves up turns.
 */
export class Turns<P extends Party> {
  /** In the order in which they began to wait or were served. Not a set, which would leave dead tables behind: see `FairQueue`. */
  readonly #waiting: P[] = [];
  /** What the party served last had used. */
  #level = 0;

  /** Whether something is true of a party that waits. */
  some(isTrue: (party: P) => boolean): boolean {
    return this.#waiting.some(isTrue);
  }

  /** Begins to wait; no effect on a party that waits. */
  enter(party: P): void {
    if (this.#waiting.includes(party)) return;
    this.#raise(party);
    this.#waiting.push(party);
  }

  /** Waits no longer. */
  leave(party: P): void {
    const at = this.#waiting.indexOf(party);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /**
   * The party whose turn it is, of those that are ready; of equal ones, the one that has not been served for longest. The
   * others are raised to the level.
   */
  next(isReady: (party: P) => boolean): P | undefined {
    let first: P | undefined;
    for (const party of this.#waiting)
      if (!isReady(party)) this.#raise(party);
      else if (!first || party.used < first.used) first = party;
    return first;
  }

  /** It is a party's turn, whether it waits or not. It keeps waiting until it leaves. */
  serve(party: P): void {
    this.#raise(party);
    this.#level = party.used;
    const at = this.#waiting.indexOf(party);
    if (at >= 0) this.#waiting.push(...this.#waiting.splice(at, 1));
  }

  #raise(party: P): void {
    party.used = Math.max(party.used, this.#level);
  }
}

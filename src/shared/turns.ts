/** A participant of a fair schedule, with its use so far, in milliseconds or any other unit. */
export interface Party {
  used: number;
}

/**
 * Schedules waiting parties fairly: the one that has used least is next. A party that begins to wait, or becomes ready,
 * joins at the level of those being served, so that no party can save up for later.
 */
export class Turns<P extends Party> {
  /**
   * In the order in which they began to wait or were served. Not a set, which would leave dead tables behind: see
   * `FairQueue`.
   */
  readonly #waiting: P[] = [];
  /** The use of the party that was served last. */
  #level = 0;

  /** Whether a predicate holds for any waiting party. */
  some(isTrue: (party: P) => boolean): boolean {
    return this.#waiting.some(isTrue);
  }

  /** Makes a party wait; has no effect if it is already waiting. */
  enter(party: P): void {
    if (this.#waiting.includes(party)) return;
    this.#raise(party);
    this.#waiting.push(party);
  }

  /** Ends a party's wait. */
  leave(party: P): void {
    const at = this.#waiting.indexOf(party);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /**
   * The next party among those that are ready; among equals, the one that was not served for longest. Parties that are
   * not ready are raised to the present level.
   */
  next(isReady: (party: P) => boolean): P | undefined {
    let first: P | undefined;
    for (const party of this.#waiting)
      if (!isReady(party)) this.#raise(party);
      else if (!first || party.used < first.used) first = party;
    return first;
  }

  /** Serves a party, whether it is waiting or not. It keeps waiting until it leaves. */
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

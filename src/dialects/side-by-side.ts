const RECENT_MS = 5_000;

/** Says whether several databases are in use: then each should leave room for the others. */
export class SideBySide {
  #latest: unknown;
  #latestMs = Number.NEGATIVE_INFINITY;
  /** When another database than the latest was used last. */
  #otherMs = Number.NEGATIVE_INFINITY;

  /** A database is used. */
  note(database: unknown): void {
    if (database !== this.#latest) this.#otherMs = this.#latestMs;
    this.#latest = database;
    this.#latestMs = performance.now();
  }

  /** Whether more than one was used within the last five seconds. */
  get areSeveral(): boolean {
    return performance.now() - this.#otherMs < RECENT_MS;
  }

  /** How many of `count` tasks one database may run at a time: half of them while others are in use. */
  shareOf(count: number): number {
    return this.areSeveral ? Math.ceil(count / 2) : count;
  }
}

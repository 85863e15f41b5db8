const RECENT_MS = 5_000;

/** Tells whether several databases are in use, so that each should leave room for the others. */
export class SideBySide {
  #latest: unknown;
  #latestMs = Number.NEGATIVE_INFINITY;
  /** When a database other than the latest was last used. */
  #otherMs = Number.NEGATIVE_INFINITY;

  /** Records that a database is used. */
  note(database: unknown): void {
    if (database !== this.#latest) this.#otherMs = this.#latestMs;
    this.#latest = database;
    this.#latestMs = performance.now();
  }

  /** Whether more than one database was used within the last five seconds. */
  get areSeveral(): boolean {
    return performance.now() - this.#otherMs < RECENT_MS;
  }

  /** How many of `count` tasks one database may run concurrently: half of them while others are in use. */
  shareOf(count: number): number {
    return this.areSeveral ? Math.ceil(count / 2) : count;
  }
}

/** How many attempts are skipped after one that failed. */
const SKIPPED = 100;

/** Says when to attempt a shortcut that may not work: after a failure the next attempts are skipped. */
export class Backoff {
  #left = 0;

  /** Whether to make an attempt. Each call counts as one, made or skipped. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** The last attempt has failed. */
  failed(): void {
    this.#left = SKIPPED;
  }
}

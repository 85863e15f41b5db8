/** How many attempts are skipped after a failed one. */
const SKIPPED = 100;

/** Decides when to attempt a shortcut that may fail: after a failure the next attempts are skipped. */
export class Backoff {
  #left = 0;

  /** Whether to make an attempt. Each call counts as one, made or skipped. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** Records that the last attempt has failed. */
  failed(): void {
    this.#left = SKIPPED;
  }
}

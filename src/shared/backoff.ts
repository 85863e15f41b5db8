/** How many tries are left out after one that was in vain. */
const LEFT_OUT = 100;

/** Says when to try a short cut that is not always there: it is left alone for a while after it was in vain. */
export class Backoff {
  #left = 0;

  /** Whether to try. Counts the tries that are left out. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** The last try was in vain. */
  failed(): void {
    this.#left = LEFT_OUT;
  }
}

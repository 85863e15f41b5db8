/** Limits how often something is reported: once per pause for each key. */
export class ReportLimiter {
  readonly #pauseMs: number;
  readonly #next = new Map<string, number>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Whether to report it now. */
  isDue(key = ''): boolean {
    const now = performance.now();
    if (now < (this.#next.get(key) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#next.set(key, now + this.#pauseMs);
    return true;
  }
}

/** How long further work is refused after a server has failed to answer. */
const REFUSAL_MS = 1_000;

/**
 * Remembers that a server has just failed to answer. What has queued for it meanwhile is refused then, instead of
 * waiting for its own attempt to fail, one after the other.
 */
export class Outage {
  #until = Number.NEGATIVE_INFINITY;

  begin(): void {
    this.#until = performance.now() + REFUSAL_MS;
  }

  get isOn(): boolean {
    return performance.now() < this.#until;
  }
}

/** Whether a balancer should send requests to this server. */
export class Readiness {
  #isLeaving = false;

  /** The server is about to stop: from now on, health checks fail. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }
}

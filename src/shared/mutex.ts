/** A mutual exclusion lock, first come, first served. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Runs `work` when all earlier holders are done, and returns its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    let release: () => void = () => {};
    this.#tail = new Promise((done) => {
      release = done;
    });
    await before;
    try {
      return await work();
    } finally {
      release();
    }
  }
}

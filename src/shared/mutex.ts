/** Lets one holder in at a time, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Runs `work` when all earlier holders are done, and returns what it returns. */
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

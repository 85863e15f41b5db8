/** How many statements of one request may run at the same time. */
const MAX_LANES = 4;

type Task = () => Promise<void>;

/** Limits the statements that a request runs at the same time, whatever the depth of its relations. */
export class Lanes {
  /** Not counting the one that a request always has. */
  #free = MAX_LANES - 1;

  /**
   * Starts tasks in order, concurrently while lanes are free, and waits for all that have started. After a failure, no
   * further task starts. Throws the error of the first failed task in order, whichever failed first in time.
   */
  async run(tasks: readonly Task[]): Promise<void> {
    const taken = Math.max(0, Math.min(this.#free, tasks.length - 1));
    this.#free -= taken;
    const failures = new Map<number, unknown>();
    const rest = tasks.entries();
    await Promise.all(Array.from({ length: taken + 1 }, () => work(rest, failures)));
    this.#free += taken;
    const [first] = [...failures.keys()].sort((one, other) => one - other);
    if (first !== undefined) throw failures.get(first);
  }
}

async function work(rest: Iterable<[number, Task]>, failures: Map<number, unknown>): Promise<void> {
  for (const [index, task] of rest) {
    try {
      await task();
    } catch (error) {
      failures.set(index, error);
    }
    if (failures.size > 0) return;
  }
}

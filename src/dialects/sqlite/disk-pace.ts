import { movingAverage } from '../../shared/moving-average.ts';

/** Syncs that take this long on average block the server for longer than it takes to hand them to another thread. */
const SLOW_MS = 2;
const SLOW_FOR_MS = 5_000;
/**
 * The weight of one sync in the average, and the maximum that it counts for: even fast disks take tens of milliseconds
 * now and then.
 */
const [WEIGHT, MAX_MS] = [1 / 32, 8];

/** Tells whether a disk has been slow to sync lately. */
export class DiskPace {
  #averageMs: number | undefined;
  #slowUntil = 0;

  get isSlow(): boolean {
    return performance.now() < this.#slowUntil;
  }

  /** Records the duration of a sync in milliseconds. After a slow period, the first sync alone decides. */
  note(ms: number): void {
    this.#averageMs = movingAverage(this.#averageMs, Math.min(ms, MAX_MS), WEIGHT);
    if (this.#averageMs < SLOW_MS) return;
    this.#averageMs = undefined;
    this.#slowUntil = performance.now() + SLOW_FOR_MS;
  }
}

/**
 * The disk that the databases are on. If there are several, one slow disk causes the syncs of all of them to run in
 * other threads.
 */
export const databaseDisk = new DiskPace();

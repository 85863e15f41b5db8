import { movingAverage } from '../../shared/moving-average.ts';

/** Syncs that take as long on average hold up the server more than handing them to another thread. */
const SLOW_MS = 2;
const SLOW_FOR_MS = 5_000;
/** Of one sync in the average, and what it counts for at most: fast disks, too, take tens of milliseconds now and then. */
const [WEIGHT, MOST_MS] = [1 / 32, 8];

/** Whether a disk has lately been slow to sync. */
export class DiskPace {
  #averageMs: number | undefined;
  #slowUntil = 0;

  get isSlow(): boolean {
    return performance.now() < this.#slowUntil;
  }

  /** A sync has taken some milliseconds. The first one after a slow while decides by itself. */
  note(ms: number): void {
    this.#averageMs = movingAverage(this.#averageMs, Math.min(ms, MOST_MS), WEIGHT);
    if (this.#averageMs < SLOW_MS) return;
    this.#averageMs = undefined;
    this.#slowUntil = performance.now() + SLOW_FOR_MS;
  }
}

/** That of the disk which the databases are on. Where there are several, one that is slow has all of them synced in other threads. */
export const databaseDisk = new DiskPace();

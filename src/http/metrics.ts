import {
  createHistogram,
  type IntervalHistogram,
  monitorEventLoopDelay,
  type RecordableHistogram,
} from 'node:perf_hooks';

/** How often the server is measured, and how long measurements are kept. */
const EVERY_MS = 5_000;
const KEPT = 180;
/** The event loop's delay is sampled this often. Each sample wakes an idle server. */
const PRECISION_MS = 100;

/** Measurements of a server over a few seconds. */
interface Sample {
  /** The end of the interval, as ISO 8601. */
  readonly time: string;
  /** The share of one processor; 1 is one processor fully used. */
  readonly cpu: number;
  /** Bytes of memory that the process uses, and bytes of the JavaScript heap. */
  readonly memory: number;
  readonly heap: number;
  /** Requests per second. */
  readonly requests: number;
  /** Median and 99th percentile of the time per request in milliseconds; null without requests. */
  readonly median: number | null;
  readonly p99: number | null;
  /**
   * Requests that failed through a fault of the server, and requests that were refused because too many were waiting.
   */
  readonly failed: number;
  readonly refused: number;
  /** The 99th percentile of the event loop's delay in milliseconds. */
  readonly delay: number;
}

/** The upper bounds of the groups that requests are counted in by the time they took, in milliseconds. */
export const TIME_BOUNDS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** What the server has done since its start. */
export interface Totals {
  /** How many requests exceeded all of {@link TIME_BOUNDS}, then how many each of them was the lowest upper bound of. */
  readonly counts: readonly number[];
  /** The time of all requests in milliseconds. */
  readonly ms: number;
  readonly failed: number;
  readonly refused: number;
}

/** Measures the server, and keeps the measurements of the last minutes. */
export class Metrics {
  readonly #samples: Sample[] = [];
  readonly #times: RecordableHistogram = createHistogram();
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: PRECISION_MS });
  readonly #since = new Date();
  readonly #totals = { counts: new Array<number>(TIME_BOUNDS.length + 1).fill(0), ms: 0, failed: 0, refused: 0 };
  #former = { failed: 0, refused: 0 };
  #cpu = process.cpuUsage();
  #begun = performance.now();
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#delays.enable();
    this.#timer = setInterval(() => this.sample(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  /** Records an answered request. */
  answered(ms: number, status: number): void {
    this.#times.record(Math.max(1, Math.round(ms * 1000)));
    const { counts } = this.#totals;
    const group = TIME_BOUNDS.findIndex((most) => ms <= most) + 1;
    counts[group] = (counts[group] ?? 0) + 1;
    this.#totals.ms += ms;
    if (status === 500) this.#totals.failed++;
  }

  /** Records a request that was refused because too many were waiting. */
  refused(): void {
    this.#totals.refused++;
  }

  /** The measurements, oldest first. */
  get all(): { readonly since: string; readonly seconds: number; readonly samples: readonly Sample[] } {
    return { since: this.#since.toISOString(), seconds: EVERY_MS / 1000, samples: this.#samples };
  }

  /** The last measurements; undefined until there are any. */
  get latest(): Sample | undefined {
    return this.#samples.at(-1);
  }

  get totals(): Totals {
    return this.#totals;
  }

  /** Ends an interval and stores its measurements. */
  sample(): void {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - this.#begun) / 1000);
    const { user, system } = process.cpuUsage(this.#cpu);
    const { rss, heapUsed } = process.memoryUsage();
    const { count } = this.#times;
    const { failed, refused } = this.#totals;
    this.#samples.push({
      time: new Date().toISOString(),
      cpu: rounded((user + system) / 1e6 / seconds),
      memory: rss,
      heap: heapUsed,
      requests: rounded(count / seconds),
      median: count > 0 ? rounded(this.#times.percentile(50) / 1000) : null,
      p99: count > 0 ? rounded(this.#times.percentile(99) / 1000) : null,
      failed: failed - this.#former.failed,
      refused: refused - this.#former.refused,
      delay: rounded(Math.max(0, this.#delays.percentile(99) / 1e6 - PRECISION_MS)),
    });
    if (this.#samples.length > KEPT) this.#samples.shift();
    this.#begun = now;
    this.#cpu = process.cpuUsage();
    this.#times.reset();
    this.#delays.reset();
    this.#former = { failed, refused };
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

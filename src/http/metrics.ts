import {
  createHistogram,
  type IntervalHistogram,
  monitorEventLoopDelay,
  type RecordableHistogram,
} from 'node:perf_hooks';

/** How often the server is measured, and for how long measurements are kept. */
const EVERY_MS = 5_000;
const KEPT = 180;
/** Each look wakes an idle server up. */
const PRECISION_MS = 100;

/** What a server has done in some seconds. */
interface Sample {
  /** The end of the time, as an ISO 8601 text. */
  readonly time: string;
  /** The share of one processor; 1 is all of it. */
  readonly cpu: number;
  /** Bytes of memory that the process takes, and those of JavaScript. */
  readonly memory: number;
  readonly heap: number;
  /** Requests per second. */
  readonly requests: number;
  /** Milliseconds that half of the requests took at most, and 99 of 100; null without requests. */
  readonly median: number | null;
  readonly p99: number | null;
  /** Requests that failed by a fault of the server, and those that were refused because too many waited. */
  readonly failed: number;
  readonly refused: number;
  /** The longest that the event loop was late, 99 times of 100, in milliseconds. */
  readonly delay: number;
}

/** Measures the server, and remembers the last minutes. */
export class Metrics {
  readonly #samples: Sample[] = [];
  readonly #times: RecordableHistogram = createHistogram();
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: PRECISION_MS });
  readonly #since = new Date();
  #failed = 0;
  #refused = 0;
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

  /** A request has been answered. */
  answered(ms: number, status: number): void {
    this.#times.record(Math.max(1, Math.round(ms * 1000)));
    if (status === 500) this.#failed++;
  }

  /** A request was refused because too many were waiting. */
  refused(): void {
    this.#refused++;
  }

  /** What was measured, the oldest first. */
  get all(): { readonly since: string; readonly seconds: number; readonly samples: readonly Sample[] } {
    return { since: this.#since.toISOString(), seconds: EVERY_MS / 1000, samples: this.#samples };
  }

  /** Ends a measurement. */
  sample(): void {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - this.#begun) / 1000);
    const { user, system } = process.cpuUsage(this.#cpu);
    const { rss, heapUsed } = process.memoryUsage();
    const { count } = this.#times;
    this.#samples.push({
      time: new Date().toISOString(),
      cpu: rounded((user + system) / 1e6 / seconds),
      memory: rss,
      heap: heapUsed,
      requests: rounded(count / seconds),
      median: count > 0 ? rounded(this.#times.percentile(50) / 1000) : null,
      p99: count > 0 ? rounded(this.#times.percentile(99) / 1000) : null,
      failed: this.#failed,
      refused: this.#refused,
      delay: rounded(Math.max(0, this.#delays.percentile(99) / 1e6 - PRECISION_MS)),
    });
    if (this.#samples.length > KEPT) this.#samples.shift();
    this.#begun = now;
    this.#cpu = process.cpuUsage();
    this.#times.reset();
    this.#delays.reset();
    this.#failed = 0;
    this.#refused = 0;
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

import { FairQueue } from '../../shared/fair-queue.ts';

/** Shorter answers never wait. */
const LONG_BYTES = 16_384;
/** How many bytes of long answers are worked on at a time. With more, some would outlive two scavenges. */
const AT_ONCE_BYTES = 2 * 1024 * 1024;
/** Answers that take longer stop counting, so that others need not wait for slow statements. */
const SLOW_MS = 100;

/** Begins an answer, and calls `ended` when it has ended. */
type Start = (ended: () => void) => void;

/** A long answer that has not begun. */
interface Waiting {
  readonly caller: string;
  readonly bytes: number;
  readonly start: Start;
}

/**
 * Bounds the bytes of a project's long answers that are worked on at a time, and schedules callers fairly. A promise
 * that is pending through two scavenges is promoted to the old generation, and keeps the rows that it resolves to alive
 * until the next major collection. So a long answer creates its promises only shortly before its rows arrive.
 */
export class LongAnswers {
  readonly #queue = new FairQueue<Waiting>();
  #bytes = 0;
  #isStarting = false;

  /** Starts an answer when there is room for its bytes; at once if it is short. */
  begin(caller: string, bytes: number, start: Start): void {
    if (bytes < LONG_BYTES) {
      start(() => {});
      return;
    }
    this.#queue.push(caller, { caller, bytes, start });
    this.#startWaiting();
  }

  /** Guards against recursion: an answer may end as soon as it starts. */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      while (this.#queue.length > 0 && this.#bytes < AT_ONCE_BYTES) this.#startNext();
    } finally {
      this.#isStarting = false;
    }
  }

  #startNext(): void {
    const next = this.#queue.shift(() => true);
    if (!next) return;
    const { caller, bytes, start } = next;
    this.#bytes += bytes;
    let counts = true;
    const ended = (): void => {
      if (!counts) return;
      counts = false;
      clearTimeout(slow);
      this.#bytes -= bytes;
      this.#queue.end(caller, bytes);
      this.#startWaiting();
    };
    const slow = setTimeout(ended, SLOW_MS).unref();
    start(ended);
  }
}

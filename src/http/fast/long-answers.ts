import { FairQueue } from '../../shared/fair-queue.ts';

/** Shorter answers never wait. */
const LONG_BYTES = 16_384;
/** Of longer ones, so many bytes are worked on at a time: with more, some would outlast two collections of the young generation. */
const AT_ONCE_BYTES = 2 * 1024 * 1024;

/** A long answer that has not begun. */
interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * Bounds the bytes of long answers that are worked on at a time; projects take turns. A promise that waits for rows through two young
 * collections moves to the old generation, and what it is fulfilled with then stays in memory until the next full collection. So a long
 * answer begins, and makes its promises, when its rows are near.
 */
export class LongAnswers {
  readonly #queue = new FairQueue<Waiting>();
  #bytes = 0;
  #isStarting = false;

  /** What an answer of so many bytes counts; 0 if it need not wait. */
  static weightOf(bytes: number): number {
    return bytes < LONG_BYTES ? 0 : bytes;
  }

  /** Calls `start` when there is room for an answer of so many bytes; what has started calls {@link end}. */
  begin(project: string, bytes: number, start: () => void): void {
    if (this.#queue.length > 0 || !this.#hasRoom(bytes)) {
      this.#queue.push(project, { bytes, start });
      return;
    }
    this.#bytes += bytes;
    this.#queue.begin(project);
    start();
  }

  /** An answer has ended that was begun with these bytes. */
  end(project: string, bytes: number): void {
    this.#bytes -= bytes;
    this.#queue.end(project, bytes);
    // What starts may end at once.
    if (!this.#isStarting) this.#startWaiting();
  }

  #startWaiting(): void {
    this.#isStarting = true;
    try {
      while (this.#queue.length > 0 && this.#hasRoom(LONG_BYTES)) this.#startNext();
    } finally {
      this.#isStarting = false;
    }
  }

  #startNext(): void {
    const next = this.#queue.shift(Number.POSITIVE_INFINITY);
    if (!next) return;
    this.#bytes += next.bytes;
    next.start();
  }

  /** The longest goes alone, if it must. */
  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= AT_ONCE_BYTES;
  }
}

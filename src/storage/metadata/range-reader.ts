import { buffer } from 'node:stream/consumers';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { StoredBlob } from './head.ts';

/** Read-ahead: reads of few bytes are usually followed by others. */
const BLOCK = 128 * 1024;
/** Bytes that may be read of one blob. */
const BUDGET = 32 * 1024 * 1024;
/** Blobs may have millions of parts, so reading them yields to the event loop. */
const TURN_MS = 10;

/** Random access to a blob, within a budget of bytes. */
export class RangeReader {
  readonly size: number;
  readonly #blob: StoredBlob;
  #left = BUDGET;
  #block: Buffer;
  #start = 0;
  #turn = performance.now();

  constructor(blob: StoredBlob) {
    this.#blob = blob;
    this.size = blob.size;
    this.#block = blob.head;
  }

  /**
   * Reads the bytes from `start` up to `end`, or the end of the blob. Throws if the budget is spent or the result is no
   * longer needed.
   */
  async bytes(start: number, end: number): Promise<Buffer> {
    await this.#leaveToOthers();
    const stop = Math.min(end, this.size);
    if (stop <= start) return Buffer.alloc(0);
    if (start < this.#start || stop > this.#start + this.#block.length) await this.#load(start, stop);
    return this.#block.subarray(start - this.#start, stop - this.#start);
  }

  async #leaveToOthers(): Promise<void> {
    if (performance.now() - this.#turn < TURN_MS) return;
    await yieldToEventLoop();
    this.#turn = performance.now();
    this.#blob.signal.throwIfAborted();
  }

  async #load(start: number, stop: number): Promise<void> {
    const { open, signal } = this.#blob;
    const end = Math.min(Math.max(stop, start + BLOCK), this.size);
    this.#left -= end - start;
    signal.throwIfAborted();
    if (this.#left < 0) throw new Error('the read budget is exhausted');
    this.#block = await buffer(await open({ start, end: end - 1 }));
    this.#start = start;
  }
}

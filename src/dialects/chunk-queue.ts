import type { Row } from '../query/shape/row.ts';
import { RowChunk } from './row-chunk.ts';

/** Where the rows of a stream come from. */
interface RowSource {
  /** Called when a chunk is complete, after which rows should stop arriving. */
  hold(): void;
  /** Called when the reader waits for rows. */
  release(): void;
}

/**
 * The chunks of a stream whose rows arrive by themselves. Holds the source until the chunk that has arrived is taken, so
 * that little more than one is in memory, however long the rows are.
 */
export class ChunkQueue {
  readonly #source: RowSource;
  readonly #chunk: RowChunk;
  readonly #ready: Row[][] = [];
  /** How the stream has ended; null as long as it has not. */
  #ending: { readonly error: unknown } | 'complete' | null = null;
  #isAbandoned = false;
  #isAwaited = false;
  #wake: () => void = () => {};

  /** `size` is the most rows of a chunk. */
  constructor(size: number, source: RowSource) {
    this.#chunk = new RowChunk(size);
    this.#source = source;
  }

  /** Whether the reader waits for rows. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Whether the reader has stopped. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Adds a row that has arrived. */
  add(row: Row): void {
    if (this.#isAbandoned || !this.#chunk.add(row)) return;
    this.flush();
    this.#source.hold();
  }

  /** Hands out the rows so far. */
  flush(): void {
    if (this.#chunk.isEmpty) return;
    this.#ready.push(this.#chunk.take());
    this.#isAwaited = false;
    this.#wake();
  }

  /** Called after the last row. */
  end(): void {
    this.flush();
    this.#endAs('complete');
  }

  /** Ends the stream with an error, after the rows that have arrived. */
  fail(error: unknown): void {
    this.#endAs({ error });
  }

  /** The next chunk; null after the last. */
  async next(): Promise<Row[] | null> {
    while (this.#ready.length === 0 && this.#ending === null) await this.#more();
    const rows = this.#ready.shift() ?? null;
    if (rows === null && this.#ending !== 'complete') throw this.#ending?.error;
    return rows;
  }

  /** Drops the rows that have arrived, and those that still do. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#chunk.take();
    this.#ready.length = 0;
    this.#source.release();
  }

  #more(): Promise<void> {
    this.#isAwaited = true;
    return new Promise((wake) => {
      this.#wake = wake;
      this.#source.release();
    });
  }

  #endAs(ending: { readonly error: unknown } | 'complete'): void {
    this.#ending ??= ending;
    this.#wake();
  }
}

/** Reads all chunks of a queue. */
export async function* chunksOf(queue: ChunkQueue): AsyncGenerator<Row[]> {
  try {
    for (let rows = await queue.next(); rows; rows = await queue.next()) yield rows;
  } finally {
    queue.abandon();
  }
}

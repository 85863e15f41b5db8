import type { Row } from '../query/shape/row.ts';
import { bytesOf } from './result-size.ts';

/** A chunk ends at this size, however few rows it has. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Gathers the rows of a stream in chunks of at most `size` rows. */
export class RowChunk {
  readonly #size: number;
  #rows: Row[] = [];
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Adds a row. Returns whether the chunk is complete. */
  add(row: Row): boolean {
    this.#rows.push(row);
    this.#bytes += bytesOf(row);
    return this.#rows.length >= this.#size || this.#bytes >= CHUNK_BYTES;
  }

  /** The rows, after which the next chunk begins. */
  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return rows;
  }
}

/** Splits rows into chunks of at most `size` rows. */
export function* inChunks(rows: Iterable<Row>, size: number): Generator<Row[]> {
  const chunk = new RowChunk(size);
  for (const row of rows) if (chunk.add(row)) yield chunk.take();
  if (!chunk.isEmpty) yield chunk.take();
}

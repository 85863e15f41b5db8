import type { Row } from '../query/shape/row.ts';

/** The most bytes that the rows of a statement may have, unless it has only one row. An answer shows fewer. */
export const MAX_BYTES = 80 * 1024 * 1024;

/** The rows of a statement have more bytes than the server keeps in memory for one statement. */
export class ResultTooLarge extends Error {
  constructor() {
    super('the rows of a statement have too many bytes');
  }
}

/** Counts the rows of a statement, so that texts that are too long together are not all kept in memory. */
export class ResultSize {
  readonly #most: number;
  #bytes = 0;
  #rows = 0;

  constructor(most = MAX_BYTES) {
    this.#most = most;
  }

  /** Whether the rows so far are too large. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#most && this.#rows > 1;
  }

  /** Adds a row of this many bytes. Returns whether it should be kept. */
  add(bytes: number): boolean {
    this.#bytes += bytes;
    this.#rows++;
    return !this.isTooLarge;
  }
}

/** The approximate number of bytes of a row. */
export function bytesOf(row: Row): number {
  let bytes = 0;
  for (const value of row)
    bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : NUMBER_BYTES;
  return bytes;
}

const NUMBER_BYTES = 8;

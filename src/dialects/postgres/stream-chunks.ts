import type { Row } from '../../query/shape/row.ts';
import { ChunkQueue, chunksOf } from '../chunk-queue.ts';
import { type Sql, socketOf } from './connect.ts';
import { DriverQuery, handlerOf, type Sending } from './driver-query.ts';

const SENDING: Sending = { prepare: false, simple: false };

/** A statement whose rows are read with a cursor, and handed out before all of them have arrived. */
class StreamQuery extends DriverQuery {
  /** How many rows the driver asks the server for at a time. */
  readonly cursorRows: number;
  readonly queue: ChunkQueue;
  readonly #sql: Sql;
  #proceed: (how?: unknown) => void = () => {};

  constructor(sql: Sql, text: string, values: readonly unknown[], size: number) {
    super(text, values, SENDING);
    this.#sql = sql;
    this.cursorRows = size;
    this.queue = new ChunkQueue(size, {
      hold: () => void socketOf(sql)?.pause(),
      release: () => this.#release(),
    });
  }

  forEachFn(row: Row): void {
    this.queue.add(row);
  }

  /** Called when the rows that were asked for have arrived. The driver then waits for the result. */
  cursorFn(): unknown {
    this.queue.flush();
    if (this.queue.isAbandoned) return this.#sql.CLOSE;
    if (this.queue.isAwaited) return undefined;
    return new Promise((proceed) => {
      this.#proceed = proceed;
    });
  }

  resolve(): void {
    this.queue.end();
  }

  /** The driver must not go on: its session may have been opened again, and run another statement. */
  reject(error: unknown): void {
    this.#proceed = () => {};
    this.queue.fail(error);
  }

  #release(): void {
    socketOf(this.#sql)?.resume();
    this.#proceed(this.queue.isAbandoned ? this.#sql.CLOSE : undefined);
  }
}

/**
 * Streams the rows of a statement in chunks. Stops reading from the server until the rows that have arrived are taken,
 * however long they are: the driver's own cursors keep as many rows as they ask for.
 */
export function streamChunks(sql: Sql, text: string, values: readonly unknown[], size: number): AsyncIterable<Row[]> {
  const query = new StreamQuery(sql, text, values, size);
  handlerOf(sql)(query);
  return chunksOf(query.queue);
}

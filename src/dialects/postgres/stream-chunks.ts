import type { Row } from '../../query/shape/row.ts';
import { RowChunk } from '../row-chunk.ts';
import { type Sql, socketOf } from './connect.ts';
import { DriverQuery, handlerOf, type Sending } from './driver-query.ts';

const SENDING: Sending = { prepare: false, simple: false };

/** How the statement has ended; null as long as it has not. */
type Ending = { readonly error: unknown } | 'complete' | null;

/** A statement whose rows are read with a cursor, and handed out before all of them have arrived. */
class StreamQuery extends DriverQuery {
  /** How many rows the driver asks the server for at a time. */
  cursorRows: number;
  readonly #sql: Sql;
  readonly #size: number;
  readonly #chunk: RowChunk;
  readonly #ready: Row[][] = [];
  #ending: Ending = null;
  #isAbandoned = false;
  /** Whether the reader waits for rows. */
  #isAwaited = false;
  #wake: () => void = () => {};
  #proceed: (how?: unknown) => void = () => {};

  constructor(sql: Sql, text: string, values: readonly unknown[], size: number) {
    super(text, values, SENDING);
    this.#sql = sql;
    this.#size = size;
    this.#chunk = new RowChunk(size);
    this.cursorRows = size;
  }

  /** The next chunk; null after the last. */
  async next(): Promise<Row[] | null> {
    while (this.#ready.length === 0 && this.#ending === null) await this.#more();
    const rows = this.#ready.shift() ?? null;
    if (rows === null && this.#ending !== 'complete') throw this.#ending?.error;
    return rows;
  }

  /** Ends the statement; rows that are on their way are dropped. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#chunk.take();
    this.#ready.length = 0;
    socketOf(this.#sql)?.resume();
    this.#proceed(this.#sql.CLOSE);
  }

  forEachFn(row: Row): void {
    if (this.#isAbandoned || !this.#chunk.add(row)) return;
    this.#give();
    socketOf(this.#sql)?.pause();
  }

  /** Called when the rows that were asked for have arrived. The driver then waits for the result. */
  cursorFn(): unknown {
    if (this.#isAbandoned) return this.#sql.CLOSE;
    this.#give();
    if (this.#isAwaited) return undefined;
    return new Promise((proceed) => {
      this.#proceed = proceed;
    });
  }

  resolve(): void {
    this.#give();
    this.#end('complete');
  }

  reject(error: unknown): void {
    this.#end({ error });
  }

  #more(): Promise<void> {
    this.#isAwaited = true;
    return new Promise((wake) => {
      this.#wake = wake;
      socketOf(this.#sql)?.resume();
      this.#proceed();
    });
  }

  /** Hands out the rows so far. After long ones, the server is asked for fewer. */
  #give(): void {
    if (this.#chunk.isEmpty) return;
    const rows = this.#chunk.take();
    this.cursorRows = rows.length < this.cursorRows ? rows.length : Math.min(this.#size, this.cursorRows * 2);
    this.#ready.push(rows);
    this.#isAwaited = false;
    this.#wake();
  }

  #end(ending: Ending): void {
    this.#ending ??= ending;
    this.#wake();
  }
}

/**
 * Streams the rows of a statement in chunks. Stops reading from the server until the rows that have arrived are taken,
 * however long they are: the driver's own cursors keep as many rows as they ask for.
 */
export async function* streamChunks(
  sql: Sql,
  text: string,
  values: readonly unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  const query = new StreamQuery(sql, text, values, size);
  handlerOf(sql)(query);
  try {
    for (let rows = await query.next(); rows; rows = await query.next()) yield rows;
  } finally {
    query.abandon();
  }
}

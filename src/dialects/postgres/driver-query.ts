import type { Row } from '../../query/shape/row.ts';
import type { Sql } from './connect.ts';

/** The driver's result: the rows, and the number of affected rows. */
export type Result = Row[] & { readonly count: number | null };

/** How a statement is sent: `simple` for several statements in one text, `prepare` to prepare one for later calls. */
export interface Sending {
  readonly prepare: boolean;
  readonly simple: boolean;
}

/**
 * What the driver has to know about a statement. It keeps its own state in the other properties. The driver's own query
 * objects are not used: they assign closures to properties, which V8 allocates in the old generation, so that each
 * statement with its values and its result stays in memory until the next major collection (decision 0034).
 */
export abstract class DriverQuery {
  readonly strings: readonly [string];
  readonly args: readonly unknown[];
  readonly options: Sending;
  readonly isRaw = 'values';
  /** Where the statement was called, which the driver would add to the stack of an error. */
  readonly origin = '';
  state = null;
  statement = null;
  active = false;
  cancelled = null;
  prepare = false;
  string = '';
  signature = '';
  parameters = null;
  prepared = false;
  describeFirst = false;

  constructor(text: string, values: readonly unknown[], sending: Sending) {
    this.strings = [text];
    this.args = values;
    this.options = sending;
  }

  /** Called for each row. */
  abstract forEachFn(row: Row, result: Row[]): void;
  /** Called once the statement has ended. */
  abstract resolve(result: Result): void;
  abstract reject(error: unknown): void;
}

/** The function that sends queries to a session. */
export function handlerOf(sql: Sql): (query: DriverQuery) => void {
  // A query that is not awaited is not sent.
  return (sql.unsafe('') as unknown as { handler(query: DriverQuery): void }).handler;
}

import type { Row } from '../../query/shape/row.ts';
import type { Sql } from './connect.ts';

/** The driver's result: the rows, and the number of affected rows. */
export type Result = Row[] & { readonly count: number | null };

/** How a statement is sent: `simple` for several statements in one text, `prepare` to prepare one for later calls. */
export interface Sending {
  readonly prepare: boolean;
  readonly simple: boolean;
}

/** Sends a statement to a session and returns its result. */
export type Submit = (text: string, values: readonly unknown[], sending: Sending) => Promise<Result>;

/** What the driver has to know about a statement. It keeps its own state in the other properties. */
class Query {
  readonly strings: readonly [string];
  readonly args: readonly unknown[];
  readonly options: Sending;
  readonly isRaw = 'values';
  /** Where the statement was called, which the driver would add to the stack of an error. */
  readonly origin = '';
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
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

  constructor(
    text: string,
    values: readonly unknown[],
    sending: Sending,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    this.strings = [text];
    this.args = values;
    this.options = sending;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/**
 * Makes the function that sends statements to a session of the driver. The driver's own query objects are not used:
 * they assign closures to properties, which V8 allocates in the old generation, so that each statement with its values
 * and its result stays in memory until the next major collection (decision 0034).
 */
export function submitTo(sql: Sql): Submit {
  // A query that is not awaited is not sent.
  const { handler } = sql.unsafe('') as unknown as { handler(query: Query): void };
  return (text, values, sending) =>
    new Promise((resolve, reject) => handler(new Query(text, values, sending, resolve, reject)));
}

import type { Row } from '../../query/shape/row.ts';
import { bytesOf, ResultSize, ResultTooLarge } from '../result-size.ts';
import type { Sql } from './connect.ts';
import { DriverQuery, handlerOf, type Result, type Sending } from './driver-query.ts';

/** Sends a statement to a session and returns its result. */
export type Submit = (text: string, values: readonly unknown[], sending: Sending) => Promise<Result>;

/** A statement whose rows are kept until it has ended. */
class WholeQuery extends DriverQuery {
  readonly reject: (error: unknown) => void;
  readonly #done: (result: Result) => void;
  readonly #size = new ResultSize();

  constructor(
    text: string,
    values: readonly unknown[],
    sending: Sending,
    done: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    super(text, values, sending);
    this.#done = done;
    this.reject = reject;
  }

  forEachFn(row: Row, result: Row[]): void {
    if (this.#size.add(bytesOf(row))) result.push(row);
  }

  resolve(result: Result): void {
    if (this.#size.isTooLarge) this.reject(new ResultTooLarge());
    else this.#done(result);
  }
}

/** Makes the function that sends statements to a session of the driver. */
export function submitTo(sql: Sql): Submit {
  const handler = handlerOf(sql);
  return (text, values, sending) =>
    new Promise((done, reject) => handler(new WholeQuery(text, values, sending, done, reject)));
}

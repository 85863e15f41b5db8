import type { Connection, FieldPacket, QueryError, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/stored.ts';
import { type Asked, executePrepared, executeTogether } from './execute-prepared.ts';

/** A statement and the milliseconds after which it is considered lost; without a limit it may take any time. */
export interface Command {
  readonly sql: string;
  /** The parameters of a prepared statement; absent for a plain one. */
  readonly values?: readonly Stored[] | undefined;
  readonly answerMs?: number | undefined;
}

/** What becomes of a statement: one of these is called, once. */
interface Ending<T> {
  /** Is given the result, and the descriptions of its columns. */
  answered(result: T, fields: readonly FieldPacket[]): void;
  /** Is told why there is none. */
  failed(error: unknown): void;
}

/** A statement with its ending. */
export interface Sending<T> extends Command {
  readonly ending: Ending<T>;
}

/** Sends a statement. Callbacks instead of the driver's promises: for short statements their overhead exceeds all other work. */
export function send<T extends QueryResult>(driver: Connection, { sql, values, answerMs, ending }: Sending<T>): void {
  const end = limited(ending, answerMs);
  if (values) executePrepared<T>(driver, sql, values, end);
  else driver.query<T>(sql, end);
}

/**
 * Sends statements with parameters, at once if `isPipelined` and the session has prepared all of them, otherwise one by one. They run
 * in order, all of them even if one fails.
 */
export function sendTogether(driver: Connection, sendings: readonly Sending<never>[], isPipelined: boolean): void {
  const [first] = sendings;
  if (first && sendings.length === 1) {
    send(driver, first);
    return;
  }
  const asked = sendings.map(({ sql, values = [], answerMs, ending }) => ({
    sql,
    values,
    callback: limited(ending, answerMs),
  }));
  if (!isPipelined || !executeTogether(driver, asked)) sendInTurn(driver, asked);
}

function sendInTurn(driver: Connection, [first, ...others]: readonly Asked<never>[]): void {
  if (!first) return;
  executePrepared<never>(driver, first.sql, first.values, (...answer) => {
    first.callback(...answer);
    sendInTurn(driver, others);
  });
}

/** What the driver calls for a statement; it fails if that takes too long. */
function limited<T>({ answered, failed }: Ending<T>, answerMs: number | undefined): Asked<T>['callback'] {
  let isOver = false;
  const late = answerMs === undefined ? undefined : setTimeout(() => end(tooLate(), undefined as never, []), answerMs);
  const end: Asked<T>['callback'] = (error, result, fields) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    if (error) failed(error);
    else answered(result, fields);
  };
  return end;
}

function tooLate(): QueryError {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT', fatal: true });
}

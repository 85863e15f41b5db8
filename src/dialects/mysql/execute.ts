import type { Connection, FieldPacket, QueryError, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/stored.ts';
import { type Asked, executePrepared, executeTogether } from './execute-prepared.ts';

/** A statement and the milliseconds after which it is considered lost; absent for no limit. */
export interface Command {
  readonly sql: string;
  /** The parameters of a prepared statement; absent for a plain one. */
  readonly values?: readonly Stored[] | undefined;
  readonly answerMs?: number | undefined;
}

/** The callbacks of a statement, exactly one of which is called once. */
interface Ending<T> {
  /** Called with the result and the descriptions of its columns. */
  answered(result: T, fields: readonly FieldPacket[]): void;
  /** Called with the error if there is no result. */
  failed(error: unknown): void;
}

/** A statement with its ending. */
export interface Sending<T> extends Command {
  readonly ending: Ending<T>;
}

/**
 * Sends a statement. Uses callbacks instead of the driver's promises, whose overhead exceeds all other work for short
 * statements.
 */
export function send<T extends QueryResult>(driver: Connection, { sql, values, answerMs, ending }: Sending<T>): void {
  const end = limited(ending, answerMs);
  if (values) executePrepared<T>(driver, sql, values, end);
  else driver.query<T>(sql, end);
}

/**
 * Sends statements with parameters: in one go if `isPipelined` and the session has prepared all of them, otherwise one
 * by one. They run in order, all of them even if one fails.
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

/** The callback for the driver; it fails if the driver takes too long to call it. */
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

import type { Connection, FieldPacket, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/stored.ts';
import { type Asked, executePrepared, executeTogether } from './execute-prepared.ts';
import { type Answering, awaitAnswer, silence } from './silence.ts';

/** A statement. */
interface Command {
  readonly sql: string;
  /** The parameters of a prepared statement; absent for a plain one. */
  readonly values?: readonly Stored[] | undefined;
  /** After how many milliseconds it is considered lost in any case; absent for no limit. */
  readonly answerMs?: number | undefined;
  /** Decides whether it is considered lost earlier: it is, if the server answers nobody. */
  readonly server: Answering;
}

/** A statement without what is the same for all statements of a connection. */
export type Ask = Omit<Command, 'server'>;

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
export function send<T extends QueryResult>(driver: Connection, sending: Sending<T>): void {
  const { sql, values } = sending;
  const end = limited(sending);
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
  const asked = sendings.map((sending) => ({
    sql: sending.sql,
    values: sending.values ?? [],
    callback: limited(sending),
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

/** The callback for the driver; it fails if the statement is considered lost before the driver calls it. */
function limited<T>({ ending: { answered, failed }, answerMs, server }: Sending<T>) {
  let isOver = false;
  const end: Asked<T>['callback'] = (error, result, fields) => {
    if (isOver) return;
    isOver = true;
    stopWaiting();
    if (error) failed(error);
    else answered(result, fields);
  };
  const stopWaiting = awaitAnswer(server, () => end(silence(), undefined as never, []), answerMs);
  return end;
}

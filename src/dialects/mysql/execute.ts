import type { Connection, FieldPacket, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/field-type.ts';
import { executePrepared } from './execute-prepared.ts';

/** A statement and the milliseconds after which it is considered lost; without a limit it may take any time. */
export interface Command {
  readonly sql: string;
  /** The parameters of a prepared statement; absent for a plain one. */
  readonly values?: readonly Stored[];
  readonly answerMs?: number;
}

/** What becomes of a statement: one of these is called, once. */
interface Ending<T> {
  /** Is given the result, and the descriptions of its columns. */
  answered(result: T, fields: readonly FieldPacket[]): void;
  /** Is told why there is none. */
  failed(error: unknown): void;
}

/** Sends a statement. Callbacks instead of the driver's promises: for short statements their overhead exceeds all other work. */
export function send<T extends QueryResult>(
  driver: Connection,
  { sql, values, answerMs }: Command,
  { answered, failed }: Ending<T>,
): void {
  let isOver = false;
  const late = answerMs === undefined ? undefined : setTimeout(() => end(tooLate(), undefined as never, []), answerMs);
  const end = (error: unknown, result: T, fields: FieldPacket[]): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    if (error) failed(error);
    else answered(result, fields);
  };
  if (values) executePrepared<T>(driver, sql, values, end);
  else driver.query<T>(sql, end);
}

function tooLate(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' });
}

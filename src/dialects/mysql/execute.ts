import type { Connection, FieldPacket, QueryError, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/field-type.ts';
import { executePrepared } from './execute-prepared.ts';

/** A statement and the milliseconds after which it is considered lost; without a limit it may take any time. */
export interface Command {
  readonly sql: string;
  /** The parameters of a prepared statement; absent for a plain one. */
  readonly values?: readonly Stored[];
  readonly answerMs?: number;
}

export interface Answer<T> {
  readonly result: T;
  readonly fields: readonly FieldPacket[];
}

/**
 * Sends a statement. Callbacks instead of the driver's promises: for short statements their overhead exceeds all other
 * work.
 */
export function execute<T extends QueryResult>(
  driver: Connection,
  { sql, values, answerMs }: Command,
): Promise<Answer<T>> {
  return new Promise((done, fail) => {
    const late = answerMs === undefined ? undefined : setTimeout(() => fail(tooLate()), answerMs);
    const answered = (error: QueryError | null, result: T, fields: FieldPacket[]): void => {
      clearTimeout(late);
      if (error) fail(error);
      else done({ result, fields });
    };
    if (values) executePrepared<T>(driver, sql, values, answered);
    else driver.query<T>(sql, answered);
  });
}

function tooLate(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' });
}

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

/** What becomes of an answer. */
export interface Ending<T, R> {
  /** What the statement gives, by its result and the descriptions of its columns. */
  read(result: T, fields: readonly FieldPacket[]): R;
  /** Is told why there is none. */
  failed(error: unknown): void;
}

/**
 * Sends a statement. Callbacks instead of the driver's promises: for short statements their overhead exceeds all other
 * work.
 */
export function execute<T extends QueryResult, R>(
  driver: Connection,
  { sql, values, answerMs }: Command,
  { read, failed }: Ending<T, R>,
): Promise<R> {
  return new Promise((done, fail) => {
    const end = (error: unknown): void => {
      failed(error);
      fail(error);
    };
    const late = answerMs === undefined ? undefined : setTimeout(() => end(tooLate()), answerMs);
    const answered = (error: QueryError | null, result: T, fields: FieldPacket[]): void => {
      clearTimeout(late);
      try {
        if (error) end(error);
        else done(read(result, fields));
      } catch (unreadable) {
        fail(unreadable);
      }
    };
    if (values) executePrepared<T>(driver, sql, values, answered);
    else driver.query<T>(sql, answered);
  });
}

function tooLate(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' });
}

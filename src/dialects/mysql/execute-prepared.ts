import type { Socket } from 'node:net';
import type { Connection, FieldPacket, PrepareStatementInfo, QueryError, QueryResult } from 'mysql2';
import { Lru } from '../../shared/lru.ts';

/** Fewer than the driver caches per session, so that the driver never closes one of them. */
const STATEMENTS = 100;
/** The server holds as many prepared statements as it may, of all its clients. */
const TOO_MANY_STATEMENTS = 1461;
/** A table was evicted from the server's cache of definitions while the statement was prepared anew. */
const NEEDS_PREPARING = 1615;
const TRIES = 3;
const PAUSE_MS = 50;

type Statements = Lru<string, PrepareStatementInfo>;
type Callback<T> = (error: QueryError | null, result: T, fields: FieldPacket[]) => void;

/** Prepared statements by session. */
const prepared = new Map<Connection, Statements>();

/**
 * Runs a prepared statement, preparing it on first use. The driver's own cache is slower: it looks statements up by
 * text and options, in a separate command. A statement that the server could not prepare has not run: it is tried
 * again, if need be after all other statements of this process were closed.
 */
export function executePrepared<T extends QueryResult>(
  driver: Connection,
  sql: string,
  values: readonly unknown[],
  callback: Callback<T>,
  tries = 1,
): void {
  const answered: Callback<T> = (error, result, fields) => {
    const again = (): void => executePrepared(driver, sql, values, callback, tries + 1);
    if (!error || tries >= TRIES || !wasNotPrepared(error)) callback(error, result, fields);
    else if (error.errno === NEEDS_PREPARING) again();
    else {
      closeStatements();
      setTimeout(again, PAUSE_MS);
    }
  };
  const statements = statementsOf(driver);
  const statement = statements.get(sql);
  if (statement) return void statement.execute(values, answered as Callback<never>);
  driver.prepare(sql, (error, made) => {
    if (!error) statements.set(sql, made);
  });
  // The driver has the statement prepared now, or reports again why it could not.
  driver.execute<T>(sql, values as never[], answered);
}

const wasNotPrepared = ({ errno }: QueryError): boolean => errno === TOO_MANY_STATEMENTS || errno === NEEDS_PREPARING;

function statementsOf(driver: Connection): Statements {
  const cached = prepared.get(driver);
  if (cached) return cached;
  const statements: Statements = new Lru(STATEMENTS, (sql) => void driver.unprepare(sql));
  prepared.set(driver, statements);
  const { stream } = driver as unknown as { readonly stream: Socket };
  stream.once('close', () => prepared.delete(driver));
  return statements;
}

function closeStatements(): void {
  for (const statements of prepared.values()) statements.clear();
}

import type { Connection, FieldPacket, PrepareStatementInfo, QueryError, QueryResult } from 'mysql2';
import type { Stored } from '../../schema/stored.ts';
import { Lru } from '../../shared/lru.ts';
import { type Execution, executeStatements } from './execute-command.ts';
import { streamOf } from './stream-of.ts';

/** Fewer than the driver caches per session, so that the driver never closes one of them. */
const STATEMENTS = 100;
/** The server has reached its limit of prepared statements, over all of its clients. */
const TOO_MANY_STATEMENTS = 1461;
/** The statement was closed before it could run, or tables were evicted from the server's cache while it was prepared. */
const NEEDS_PREPARING: ReadonlySet<number> = new Set([1243, 1615]);
const COUNT = /^SELECT COUNT\(/;
/** For a statement that takes this long, preparing it costs comparatively little. */
const LONG_MS = 3;
const TRIES = 3;
const PAUSE_MS = 50;

type Statements = Lru<string, PrepareStatementInfo>;
type Callback<T> = (error: QueryError | null, result: T, fields: FieldPacket[]) => void;

/** Prepared statements by session. */
const prepared = new Map<Connection, Statements>();

/** A statement to execute, and its callback. */
export interface Asked<T> {
  readonly sql: string;
  readonly values: readonly Stored[];
  readonly callback: Callback<T>;
}

/**
 * Runs prepared statements in order, sent in one go. Returns false and does nothing if one of them has yet to be
 * prepared. None of them is retried, because those after it have already run by then.
 */
export function executeTogether<T extends QueryResult>(driver: Connection, asked: readonly Asked<T>[]): boolean {
  const statements = statementsOf(driver);
  const executions: Execution[] = [];
  for (const { sql, values, callback } of asked) {
    const statement = statements.get(sql);
    if (!statement) return false;
    const answered: Callback<T> = (error, result, fields) => {
      if (error && NEEDS_PREPARING.has(error.errno ?? 0)) forget(driver, sql);
      callback(error, result, fields);
    };
    executions.push({ statement, parameters: values, callback: answered as Execution['callback'] });
  }
  executeStatements(driver, executions);
  return true;
}

/**
 * Runs a prepared statement, and prepares it on first use. The driver's own cache is slower: it looks statements up by
 * text and options, in a separate command. A statement that the server could not prepare has not run, so it is retried,
 * if necessary after all other statements of this process have been closed.
 */
export function executePrepared<T extends QueryResult>(
  driver: Connection,
  sql: string,
  values: readonly Stored[],
  callback: Callback<T>,
  tries = 1,
): void {
  send<T>(driver, sql, values, (error, result, fields) => {
    const again = (): void => executePrepared(driver, sql, values, callback, tries + 1);
    if (!error || tries >= TRIES || !recover(driver, sql, error, again)) callback(error, result, fields);
  });
}

function send<T extends QueryResult>(
  driver: Connection,
  sql: string,
  values: readonly Stored[],
  callback: Callback<T>,
): void {
  const statements = statementsOf(driver);
  const statement = statements.get(sql);
  const execute = (prepared: PrepareStatementInfo): void => {
    const answered = COUNT.test(sql) ? counted(driver, sql, callback) : callback;
    executeStatements(driver, [{ statement: prepared, parameters: values, callback: answered as Callback<never> }]);
  };
  if (statement) execute(statement);
  else
    driver.prepare(sql, (error, made) => {
      if (error) callback(error, undefined as never, []);
      else {
        statements.set(sql, made);
        execute(made);
      }
    });
}

/**
 * Closes the prepared statement of a slow count once it has been answered. If another statement has read the table
 * since the count was prepared, MariaDB no longer recognises that an index alone can answer it, and scans the table
 * instead.
 */
function counted<T>(driver: Connection, sql: string, callback: Callback<T>): Callback<T> {
  const began = performance.now();
  return (error, ...answer) => {
    if (!error && performance.now() - began > LONG_MS) forget(driver, sql);
    callback(error, ...answer);
  };
}

/** Returns whether a statement that could not run may succeed if repeated; then `again` is called at the right time. */
function recover(driver: Connection, sql: string, { errno = 0 }: QueryError, again: () => void): boolean {
  if (NEEDS_PREPARING.has(errno)) {
    forget(driver, sql);
    again();
  } else if (errno === TOO_MANY_STATEMENTS) {
    closeStatements();
    setTimeout(again, PAUSE_MS);
  } else return false;
  return true;
}

/** Closes a prepared statement; the next execution prepares it again. */
function forget(driver: Connection, sql: string): void {
  statementsOf(driver).delete(sql);
  driver.unprepare(sql);
}

function statementsOf(driver: Connection): Statements {
  const cached = prepared.get(driver);
  if (cached) return cached;
  const statements: Statements = new Lru(STATEMENTS, (sql) => void driver.unprepare(sql));
  prepared.set(driver, statements);
  streamOf(driver).once('close', () => prepared.delete(driver));
  return statements;
}

function closeStatements(): void {
  for (const [driver, statements] of prepared) if (streamOf(driver).writable) statements.clear();
}

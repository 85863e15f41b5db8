import type { Connection, FieldPacket, PrepareStatementInfo, QueryError, QueryResult } from 'mysql2';
import { Lru } from '../../shared/lru.ts';

/** Fewer than the driver keeps of a session, so that it is never the one to close them. */
const STATEMENTS = 100;

type Statements = Lru<string, PrepareStatementInfo>;
type Callback<T> = (error: QueryError | null, result: T, fields: FieldPacket[]) => void;

/** What sessions have prepared. */
const prepared = new WeakMap<Connection, Statements>();

/**
 * Runs a prepared statement, and prepares it first where the session has not yet. The driver would look up each of them by
 * its whole text and options, in a command of its own.
 */
export function executePrepared<T extends QueryResult>(
  driver: Connection,
  sql: string,
  values: readonly unknown[],
  callback: Callback<T>,
): void {
  const statements = statementsOf(driver);
  const statement = statements.get(sql);
  if (statement) return void statement.execute(values, callback as Callback<never>);
  driver.prepare(sql, (error, made) => {
    if (!error) statements.set(sql, made);
  });
  // The driver has it now, or says once more why it has not.
  driver.execute<T>(sql, values as never[], callback);
}

function statementsOf(driver: Connection): Statements {
  const cached = prepared.get(driver);
  if (cached) return cached;
  const statements: Statements = new Lru(STATEMENTS, (sql) => void driver.unprepare(sql));
  prepared.set(driver, statements);
  return statements;
}

import type { Connection, FieldPacket, PrepareStatementInfo, QueryError, QueryResult } from 'mysql2';
import { Lru } from '../../shared/lru.ts';

/** Fewer than the driver caches per session, so that the driver never closes one of them. */
const STATEMENTS = 100;

type Statements = Lru<string, PrepareStatementInfo>;
type Callback<T> = (error: QueryError | null, result: T, fields: FieldPacket[]) => void;

/** Prepared statements by session. */
const prepared = new WeakMap<Connection, Statements>();

/**
 * Runs a prepared statement, preparing it on first use. The driver's own cache is slower: it looks statements up by
 * text and options, in a separate command.
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
  // The driver has the statement prepared now, or reports again why it could not.
  driver.execute<T>(sql, values as never[], callback);
}

function statementsOf(driver: Connection): Statements {
  const cached = prepared.get(driver);
  if (cached) return cached;
  const statements: Statements = new Lru(STATEMENTS, (sql) => void driver.unprepare(sql));
  prepared.set(driver, statements);
  return statements;
}

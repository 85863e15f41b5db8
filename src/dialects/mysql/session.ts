import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';

const CONNECT_MS = 4000;
const LOCK_WAIT_S = 10;
/** Seconds that a statement may take, but for those that change tables. */
export const STATEMENT_S = 30;
/** And those whose rows clients read at their own pace. */
export const STREAM_S = 600;
/** Connections of one database; idle ones are closed after a while. */
const CONNECTIONS = { connectionLimit: 10, maxIdle: 2, idleTimeout: 60_000, queueLimit: 2000 };
/** The server keeps some 16 000 prepared statements for all of its clients. */
const STATEMENTS = 150;

/** What every session sets first: UTC, strict values, bounded waits. */
const SESSION = [
  `time_zone = '+00:00'`,
  `sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO'`,
  `innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
  `lock_wait_timeout = ${LOCK_WAIT_S}`,
];

/** The statement that prepares a session; a version of the server decides how it is told the time limit. */
export function sessionStatement(isMariaDb: boolean, seconds = STATEMENT_S): string {
  const limit = isMariaDb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  return `SET ${[...SESSION, limit].join(', ')}`;
}

/** How the driver reaches a database and reads its values; a name of null reaches the server alone. */
export function driverOptions(address: DatabaseAddress, name: string | null): PoolOptions {
  const { host, port, socket, user, password } = address;
  return {
    ...(socket ? { socketPath: socket } : { host: host ?? '127.0.0.1', port: port ?? 3306 }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(name !== null && { database: name }),
    charset: 'UTF8MB4_BIN',
    timezone: 'Z',
    connectTimeout: CONNECT_MS,
    rowsAsArray: true,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    maxPreparedStatements: STATEMENTS,
    ...CONNECTIONS,
  };
}

import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { connectOptions } from './connect-options.ts';

const LOCK_WAIT_S = 10;
/** Seconds that a statement may take whose rows clients read at their own pace, or that looks at all rows for a change. */
export const LONG_S = 600;
/** The least that statements of transactions have: they wait for locks, and write much at once. */
export const WRITE_S = 30;
/** Of the connections of one database, idle ones are closed after a while. */
const POOL = { maxIdle: 2, idleTimeout: 60_000, queueLimit: 2000 };
/** The server keeps some 16 000 prepared statements for all of its clients. */
const STATEMENTS = 150;

/** What a session is there for: transactions alone, or anything. */
export type SessionKind = 'writing' | 'any';

/** What a session knows of its server. */
export interface ServerTraits {
  readonly isMariaDb: boolean;
  /** Seconds that a statement may take, but for those that change tables. */
  readonly statementS: number;
  /** How far the keys are apart that one statement counts: more than one where several servers write. */
  readonly keyStep: number;
}

/** What every session sets first: UTC, strict values, bounded waits. */
const SESSION = [
  `time_zone = '+00:00'`,
  `sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO'`,
  `innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
  `lock_wait_timeout = ${LOCK_WAIT_S}`,
];

/**
 * The statement that prepares a session; a version of the server decides what its variables are called. What a transaction
 * has read stays as it is until its end, also for writers of other processes; statements on their own do not lock.
 * Where a session only writes, its first statement begins a transaction, which saves a round trip.
 */
export function sessionStatement(
  { isMariaDb, statementS: seconds }: Pick<ServerTraits, 'isMariaDb' | 'statementS'>,
  kind: SessionKind,
): string {
  const limit = isMariaDb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  const isolation = `${isMariaDb ? 'tx_isolation' : 'transaction_isolation'} = 'SERIALIZABLE'`;
  return `SET ${[...SESSION, limit, isolation, `autocommit = ${Number(kind !== 'writing')}`].join(', ')}`;
}

/** How the driver reaches a database and reads its values; a name of null reaches the server alone. */
export function driverOptions(address: DatabaseAddress, name: string | null): PoolOptions {
  const { user, password } = address;
  const { connectS } = limitsOf(address);
  return {
    ...connectOptions(address),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(name !== null && { database: name }),
    charset: 'UTF8MB4_BIN',
    timezone: 'Z',
    connectTimeout: connectS * 1000,
    rowsAsArray: true,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    maxPreparedStatements: STATEMENTS,
    // Otherwise the driver takes down the stack of every statement, for the case that it fails.
    trace: false,
    ...POOL,
  };
}

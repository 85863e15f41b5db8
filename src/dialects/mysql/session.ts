import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { connectOptions } from './connect-options.ts';

const LOCK_WAIT_S = 10;
/**
 * Time limit in seconds of statements whose rows clients consume at their own pace, or that scan all rows for a schema
 * change.
 */
export const LONG_S = 600;
/** Minimum time limit in seconds of statements in transactions: they wait for locks and write in bulk. */
export const WRITE_S = 30;
/** Idle connections of a pool are closed after a while. */
const POOL = { maxIdle: 2, idleTimeout: 60_000, queueLimit: 2000 };
/** The server keeps about 16,000 prepared statements for all of its clients. */
const STATEMENTS = 150;

/**
 * How long a transaction of a session that writes may be idle, on MariaDB since 10.3: a server that is suspended in the
 * middle of one must not keep its locks.
 */
const IDLE_IN_TRANSACTION = ' /*M!100300 , idle_transaction_timeout = 60 */';

/** The purpose of a session: transactions only, or anything. */
export type SessionKind = 'writing' | 'any';

/** Properties of the server that a session depends on. */
export interface ServerTraits {
  readonly isMariaDb: boolean;
  /** Time limit of statements in seconds, except DDL. */
  readonly statementS: number;
  /** The increment between auto-generated keys: more than one in multi-master setups. */
  readonly keyStep: number;
  /** The maximum size of a packet that the server accepts, in bytes. */
  readonly longestPacket: number;
}

/** Settings of every session: UTC, strict mode, bounded waits, and patience with slow readers of streams. */
const SESSION = [
  `time_zone = '+00:00'`,
  `sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO'`,
  `innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
  `lock_wait_timeout = ${LOCK_WAIT_S}`,
  `net_write_timeout = ${LONG_S}`,
];

/**
 * The statement that configures a session; the names of variables depend on the server. Isolation is serialisable: what
 * a transaction has read does not change until it ends, not even through other processes, while single statements take
 * no locks. In a writing session autocommit is off, so the first statement begins a transaction and saves a round trip.
 */
export function sessionStatement(
  { isMariaDb, statementS: seconds }: Pick<ServerTraits, 'isMariaDb' | 'statementS'>,
  kind: SessionKind,
): string {
  const limit = isMariaDb ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  const isolation = `${isMariaDb ? 'tx_isolation' : 'transaction_isolation'} = 'SERIALIZABLE'`;
  const settings = [...SESSION, limit, isolation, `autocommit = ${Number(kind !== 'writing')}`].join(', ');
  return `SET ${settings}${kind === 'writing' ? IDLE_IN_TRANSACTION : ''}`;
}

/** The options that the driver connects with and decodes values by; with a null name it connects to the server only. */
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
    // Otherwise the driver captures a stack trace per statement in case it fails.
    trace: false,
    ...POOL,
  };
}

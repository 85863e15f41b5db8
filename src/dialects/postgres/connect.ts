import type { Socket } from 'node:net';
import postgres from 'postgres';
import { LARGEST_SINGLE } from '../../shared/largest-single.ts';
import { asText } from '../../shared/text.ts';
import type { DatabaseAddress } from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { encryptionOf } from '../tls.ts';
import { SignInGuard } from './sign-in-guard.ts';
import { dial } from './socket.ts';

/** A driver instance of one session. */
export type Sql = ReturnType<typeof postgres>;
type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** The kind of sessions to open, and their maximum number. */
export interface SessionKind {
  readonly count: number;
  /** Time limit of statements; 0 for none. */
  readonly statementMs: number;
  /** Whether a statement may only use one processor. */
  readonly isSerial?: boolean;
  onNotification?(payload: string): void;
}

const readAs = (to: number, from: readonly number[], parse: (text: string) => unknown) => ({
  to,
  from: [...from],
  serialize: (value: unknown) => asText(value),
  parse,
});

/**
 * Decodes values to the representation that the rest of the code expects: exact numbers as text, timestamps as
 * `YYYY-MM-DD HH:MM:SS` or parts of it.
 */
const TYPES = {
  boolean: readAs(16, [16], (text) => (text === 't' ? 1 : 0)),
  single: readAs(700, [700], single),
  bigint: readAs(20, [20], safeInteger),
  json: readAs(114, [114, 3802], (text) => text),
  padded: readAs(1042, [1042], (text) => text.trimEnd()),
  moment: readAs(1114, [1114, 1184], (text) => text.slice(0, 19)),
  date: readAs(1082, [1082], (text) => text),
  time: readAs(1083, [1083, 1266], (text) => text.slice(0, 8)),
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: unknown) =>
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : asText(value),
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
};

/** The number that PostgreSQL writes in the shortest way. */
function single(text: string): number {
  const number = Number(text);
  return Math.abs(number) > LARGEST_SINGLE ? Math.fround(number) : number;
}

function safeInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Settings of every session, independent of the server's own. */
const SETTINGS = {
  application_name: 'octavo',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  search_path: 'public',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

const sockets = new WeakMap<Sql, Socket>();

/** The socket of a session; undefined before it connects. */
export const socketOf = (sql: Sql): Socket | undefined => sockets.get(sql);

/** Makes a session that connects to a database with its first statement. */
export function connect(address: DatabaseAddress, kind: SessionKind, onclose: () => void): Sql {
  const { host = 'localhost', port = 5432, user = '', password = '', name, account } = address;
  const { connectS } = limitsOf(address);
  const path = address.socket ? socketPath(address.socket, port) : undefined;
  const endpoint = { host, port, path, encryption: encryptionOf(address), timeoutMs: connectS * 1000, account };
  let guard: SignInGuard | undefined;
  const options = {
    host,
    port,
    socket: async () => {
      guard = new SignInGuard();
      const socket = await dial(endpoint, guard);
      sockets.set(sql, socket);
      return socket;
    },
    ssl: false,
    user,
    // The driver would answer a challenge at any time.
    password: () => (guard?.isOver ? new Promise<never>(() => {}) : password),
    database: name,
    max: 1,
    types: TYPES,
    fetch_types: false,
    connect_timeout: connectS,
    idle_timeout: null,
    max_lifetime: null,
    backoff: false,
    onclose,
    onnotice: () => {},
    onnotify: (_channel: string, payload: string) => kind.onNotification?.(payload),
    connection: {
      ...SETTINGS,
      statement_timeout: kind.statementMs,
      ...(kind.isSerial && { max_parallel_workers_per_gather: '0' }),
    },
  };
  const sql = postgres(options as unknown as Options);
  return sql;
}

/** A socket may be given by its folder. */
function socketPath(socket: string, port: number): string {
  return socket.includes('.s.PGSQL.') ? socket : `${socket}/.s.PGSQL.${port}`;
}

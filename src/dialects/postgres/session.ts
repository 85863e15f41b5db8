import postgres from 'postgres';
import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Connection, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';

export type Sql = ReturnType<typeof postgres>;
export type SessionOptions = NonNullable<Parameters<typeof postgres>[1]>;

/** Leaves room for a second connection, where the database must be made, within five seconds. */
const CONNECT_SECONDS = 4;
const IDLE_SECONDS = 300;
/** Statements that the sessions of a pool keep prepared; more are planned each time, so that memory stays bounded. */
const PREPARED = 1000;

const asText = (to: number, from: readonly number[], parse: (text: string) => unknown) => ({
  to,
  from: [...from],
  serialize: (value: unknown) => String(value),
  parse,
});

/** Values as code above expects them: exact numbers as text, moments as `YYYY-MM-DD HH:MM:SS` or parts of it. */
const TYPES = {
  boolean: asText(16, [16], (text) => (text === 't' ? 1 : 0)),
  bigint: asText(20, [20], safeInteger),
  json: asText(114, [114, 3802], (text) => text),
  padded: asText(1042, [1042], (text) => text.trimEnd()),
  moment: asText(1114, [1114, 1184], (text) => text.slice(0, 19)),
  date: asText(1082, [1082], (text) => text),
  time: asText(1083, [1083, 1266], (text) => text.slice(0, 8)),
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: unknown) =>
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value),
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
};

function safeInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** What holds in every session, whatever the server's own settings. */
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

/** Sessions with a database, opened when they are needed. */
export function sessions(
  { host = 'localhost', port = 5432, socket, user = '', password = '', name }: DatabaseAddress,
  statementMs: number,
  options: SessionOptions,
): Sql {
  return postgres({
    host: [host],
    port: [port],
    ...(socket && { path: socket.includes('.s.PGSQL.') ? socket : `${socket}/.s.PGSQL.${port}` }),
    ssl: socket || isLoopback(host) ? false : 'prefer',
    user,
    password,
    database: name,
    types: TYPES as never,
    fetch_types: false,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    max_lifetime: null,
    backoff: () => 0,
    onnotice: () => {},
    ...options,
    connection: { ...SETTINGS, statement_timeout: statementMs },
  } as SessionOptions);
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Runs statements in sessions of the driver. */
export class SessionConnection implements Connection {
  readonly #sql: Sql;
  readonly #prepared = new Set<string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    return (await this.#send(text, parameters)) as unknown as Row[];
  }

  async run({ text, parameters }: Statement): Promise<WriteResult> {
    const result = await this.#send(text, parameters);
    const [row] = result as unknown as Row[];
    return { changes: result.count ?? 0, key: row?.[0] ?? null };
  }

  /** Runs statements without parameters in one round trip. */
  async script(text: string): Promise<void> {
    await this.#sql.unsafe(text);
  }

  #send(text: string, parameters: readonly Stored[]) {
    const options = { prepare: this.#isPrepared(text), simple: false };
    return this.#sql.unsafe(text, parameters.map(toParameter) as never[], options).values();
  }

  #isPrepared(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= PREPARED || !/^(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(text)) return false;
    this.#prepared.add(text);
    return true;
  }
}

/** The driver would give these a type of their own, where the column beside them decides. */
function toParameter(value: Stored): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

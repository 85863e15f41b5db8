import postgres from 'postgres';
import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Connection, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';
import { dial } from './socket.ts';

type Sql = ReturnType<typeof postgres>;
type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** What kind of sessions to open. */
export interface SessionKind {
  readonly count: number;
  /** Statements that take longer are ended; 0 for no limit. */
  readonly statementMs: number;
  heard?(payload: string): void;
}

/** Leaves room for a second connection, where the database must be made, within five seconds. */
const CONNECT_SECONDS = 4;
/** Statements that sessions keep prepared before new sessions take over, so that memory stays bounded. */
const PREPARED = 1000;
const END_SECONDS = 5;
/** How long healthy sessions may go on with what they have begun when others take over. */
const RETIRE_SECONDS = 60;

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

function connect(address: DatabaseAddress, kind: SessionKind, onclose: () => void): Sql {
  const { host = 'localhost', port = 5432, user = '', password = '', name } = address;
  const path = address.socket && socketPath(address.socket, port);
  const options = {
    host,
    port,
    socket: () => dial({ host, port, path }),
    ssl: path || isLoopback(host) ? false : 'prefer',
    user,
    password,
    database: name,
    max: kind.count,
    types: TYPES,
    fetch_types: false,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: null,
    max_lifetime: null,
    backoff: false,
    onclose,
    onnotice: () => {},
    onnotify: (_channel: string, payload: string) => kind.heard?.(payload),
    connection: { ...SETTINGS, statement_timeout: kind.statementMs },
  };
  return postgres(options as unknown as Options);
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A socket may be named by its folder. */
function socketPath(socket: string, port: number): string {
  return socket.includes('.s.PGSQL.') ? socket : `${socket}/.s.PGSQL.${port}`;
}

/**
 * Sessions with a database, opened when they are needed. A session that is lost is not used again, nor are the others
 * of its time: the driver may have left statements in them that nobody waits for.
 */
export class Sessions implements Connection {
  readonly #address: DatabaseAddress;
  readonly #kind: SessionKind;
  readonly #prepared = new Set<string>();
  #sql: Sql;
  #lost = false;
  #mark = '';

  constructor(address: DatabaseAddress, kind: SessionKind) {
    this.#address = address;
    this.#kind = kind;
    this.#sql = this.#open();
  }

  /** Whether a session has been lost since the last {@link renew}. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Takes new sessions where old ones are lost or have prepared too much. Not inside a transaction. */
  renew(): void {
    if (!this.#lost && this.#prepared.size < PREPARED) return;
    void this.#sql.end({ timeout: this.#lost ? END_SECONDS : RETIRE_SECONDS });
    this.#sql = this.#open();
    this.#lost = false;
    this.#prepared.clear();
  }

  /** Has statements planned anew: their tables may have changed, and the types of their parameters with them. */
  forgetPlans(epoch: number): void {
    this.#mark = ` /* ${epoch} */`;
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

  close(): Promise<void> {
    return this.#sql.end({ timeout: END_SECONDS });
  }

  #open(): Sql {
    const sql = connect(this.#address, this.#kind, () => {
      if (sql === this.#sql) this.#lost = true;
    });
    return sql;
  }

  #send(text: string, parameters: readonly Stored[]) {
    const prepare = /^(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(text);
    const marked = prepare ? text + this.#mark : text;
    if (prepare) this.#prepared.add(marked);
    const options: { prepare: boolean } = { prepare, ...EXTENDED };
    return this.#sql.unsafe(marked, parameters.map(toParameter) as never[], options).values();
  }
}

/** Statements without parameters are prepared too; the driver's types do not know the option. */
const EXTENDED = { simple: false };

/** The driver would give these a type of their own, where the column beside them decides. */
function toParameter(value: Stored): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Connection, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';
import { connect, type SessionKind, type Sql } from './connect.ts';
import { PoolGeneration } from './pool-generation.ts';

/** Once this many statements are prepared, a new generation of sessions takes over, which bounds memory. */
const PREPARED = 1000;

/**
 * A pool of sessions, opened on demand. After a session is lost, its whole generation is replaced: the driver may have
 * left statements in those sessions whose results nobody would receive.
 */
export class Sessions implements Connection {
  readonly #address: DatabaseAddress;
  readonly #kind: SessionKind;
  /** The texts sent for prepared statements, by statement text. */
  readonly #marked = new Map<string, string>();
  /** How many statements the generation has prepared. */
  #prepared = 0;
  #generation: PoolGeneration;
  #lost = false;
  #planMarker = '';

  constructor(address: DatabaseAddress, kind: SessionKind) {
    this.#address = address;
    this.#kind = kind;
    this.#generation = this.#open();
  }

  /** Whether a session was lost since the last {@link renew}. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Takes the sessions for lost, although the system has not reported it. */
  abandon(): void {
    this.#lost = true;
  }

  /** Opens a new generation if a session was lost or too many statements are prepared. Not inside a transaction. */
  renew(): void {
    if (!this.#lost && this.#prepared < PREPARED) return;
    this.#generation.retire();
    this.#generation = this.#open();
    this.#lost = false;
    this.#prepared = 0;
    this.#marked.clear();
  }

  /** Makes statements be prepared again, since tables, and with them parameter types, may have changed. */
  replan(epoch: number): void {
    this.#planMarker = ` /* ${epoch} */`;
    this.#marked.clear();
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#send(statement, rowsOf);
  }

  /** Streams the rows of a statement in chunks; holds a session until the iteration ends. */
  chunks({ text, parameters }: Statement, size: number): AsyncIterable<Row[]> {
    const values = parameters.map(toParameter) as never[];
    return this.#generation.chunks(
      (sql) => sql.unsafe(text, values, { prepare: false }).values().cursor(size) as unknown as AsyncIterable<Row[]>,
    );
  }

  run(statement: Statement): Promise<WriteResult> {
    return this.#send(statement, written);
  }

  /** Runs statements without parameters in one round trip. */
  async script(text: string): Promise<void> {
    await this.#generation.run((sql) => sql.unsafe(text), ignore);
  }

  close(): Promise<void> {
    return this.#generation.end();
  }

  #open(): PoolGeneration {
    const onClose = (): void => {
      if (generation === this.#generation) this.#lost = true;
    };
    const open = (): Sql => connect(this.#address, this.#kind, onClose);
    const { count, statementMs } = this.#kind;
    const probe = (): Sql => connect(this.#address, this.#kind, () => {});
    const generation = new PoolGeneration({ open, probe, count, statementMs, onSilence: onClose });
    return generation;
  }

  #send<R>({ text, parameters }: Statement, read: (result: Result) => R): Promise<R> {
    const marked = this.#markedOf(text);
    const values = parameters.map(toParameter) as never[];
    const [sent, options] = marked === null ? [text, PLAIN] : [marked, PREPARABLE];
    const send = (sql: Sql) => sql.unsafe(sent, values, options).values() as PromiseLike<unknown>;
    return this.#generation.run(send as (sql: Sql) => PromiseLike<Result>, read);
  }

  /** The text to send for a statement that should be prepared; null for others. */
  #markedOf(text: string): string | null {
    const known = this.#marked.get(text);
    if (known !== undefined) return known;
    if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(text)) return null;
    const marked = text + this.#planMarker;
    this.#marked.set(text, marked);
    this.#prepared++;
    return marked;
  }
}

/** Also prepares statements without parameters; the driver's types lack the option. */
const EXTENDED = { simple: false };
const PREPARABLE: { readonly prepare: boolean } = { prepare: true, ...EXTENDED };
const PLAIN: { readonly prepare: boolean } = { prepare: false, ...EXTENDED };

/** The driver's result: the rows, and the number of affected rows. */
type Result = Row[] & { readonly count: number | null };

/**
 * Moves the rows out of the driver's result, which stays reachable for longer than needed. On an array of the driver's
 * own class, `splice` takes several times as long.
 */
function rowsOf(result: Result): Row[] {
  const rows = new Array<Row>(result.length);
  for (let at = 0; at < rows.length; at++) rows[at] = result[at] as Row;
  result.length = 0;
  return rows;
}

const written = (result: Result): WriteResult => ({
  changes: result.count ?? 0,
  keys: result.map(([key]) => key ?? null),
});

const ignore = (): void => {};

/** The driver would send these values with their own types, but the column decides the type. */
function toParameter(value: Stored): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

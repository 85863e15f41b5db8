import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Connection, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';
import { connect, type SessionKind, type Sql } from './connect.ts';
import type { Result, Sending } from './driver-query.ts';
import { PoolGeneration } from './pool-generation.ts';
import { streamChunks } from './stream-chunks.ts';

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
    return this.#send(statement);
  }

  /** Streams the rows of a statement in chunks; holds a session until the iteration ends. */
  chunks({ text, parameters }: Statement, size: number): AsyncIterable<Row[]> {
    const values = parameters.map(toParameter);
    return this.#generation.chunks((sql) => streamChunks(sql, text, values, size));
  }

  async run(statement: Statement): Promise<WriteResult> {
    return written(await this.#send(statement));
  }

  /** Runs statements without parameters in one round trip. */
  async script(text: string): Promise<void> {
    await this.#generation.run(text, [], SCRIPT);
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

  #send({ text, parameters }: Statement): Promise<Result> {
    const marked = this.#markedOf(text);
    const values = parameters.map(toParameter);
    return marked === null
      ? this.#generation.run(text, values, PLAIN)
      : this.#generation.run(marked, values, PREPARABLE);
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

const PREPARABLE: Sending = { prepare: true, simple: false };
const PLAIN: Sending = { prepare: false, simple: false };
const SCRIPT: Sending = { prepare: false, simple: true };

const written = (result: Result): WriteResult => ({
  changes: result.count ?? 0,
  keys: result.map(([key]) => key ?? null),
});

/** The driver would send these values with their own types, but the column decides the type. */
function toParameter(value: Stored): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

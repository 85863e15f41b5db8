import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Connection, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';
import { connect, type SessionKind, type Sql } from './connect.ts';
import { PoolGeneration } from './pool-generation.ts';

/** When so many statements are prepared, a new generation of sessions takes over, which bounds memory. */
const PREPARED = 1000;

/**
 * A pool of sessions, opened on demand. After a session is lost, its whole generation is replaced: the driver may have
 * left statements in those sessions whose results nobody would receive.
 */
export class Sessions implements Connection {
  readonly #address: DatabaseAddress;
  readonly #kind: SessionKind;
  readonly #prepared = new Set<string>();
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

  /** Opens a new generation if a session was lost or too many statements are prepared. Not inside a transaction. */
  renew(): void {
    if (!this.#lost && this.#prepared.size < PREPARED) return;
    this.#generation.retire();
    this.#generation = this.#open();
    this.#lost = false;
    this.#prepared.clear();
  }

  /** Has statements prepared again, since tables, and with them parameter types, may have changed. */
  replan(epoch: number): void {
    this.#planMarker = ` /* ${epoch} */`;
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    const result = (await this.#send(text, parameters)) as unknown as Row[];
    // The garbage collector keeps the driver's result for longer than anybody needs the rows.
    return result.splice(0);
  }

  /** Streams the rows of a statement in chunks; holds a session until the iteration ends. */
  chunks({ text, parameters }: Statement, size: number): AsyncIterable<Row[]> {
    const values = parameters.map(toParameter) as never[];
    return this.#generation.chunks(
      (sql) => sql.unsafe(text, values, { prepare: false }).values().cursor(size) as unknown as AsyncIterable<Row[]>,
    );
  }

  async run({ text, parameters }: Statement): Promise<WriteResult> {
    const result = await this.#send(text, parameters);
    return { changes: result.count ?? 0, keys: (result as unknown as Row[]).map(([key]) => key ?? null) };
  }

  /** Runs statements without parameters in one round trip. */
  async script(text: string): Promise<void> {
    await this.#generation.run((sql) => sql.unsafe(text));
  }

  close(): Promise<void> {
    return this.#generation.end();
  }

  #open(): PoolGeneration {
    const onClose = (): void => {
      if (generation === this.#generation) this.#lost = true;
    };
    const open = (): Sql => connect(this.#address, this.#kind, onClose);
    const generation = new PoolGeneration(open, this.#kind.count);
    return generation;
  }

  #send(text: string, parameters: readonly Stored[]) {
    const prepare = /^(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(text);
    const marked = prepare ? text + this.#planMarker : text;
    if (prepare) this.#prepared.add(marked);
    const options: { prepare: boolean } = { prepare, ...EXTENDED };
    return this.#generation.run((sql) => sql.unsafe(marked, parameters.map(toParameter) as never[], options).values());
  }
}

/** Also prepares statements without parameters; the driver's types lack this option. */
const EXTENDED = { simple: false };

/** The driver would send these with types of their own, but the column decides. */
function toParameter(value: Stored): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import { Lru } from '../../shared/lru.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import { bytesOf, ResultSize, ResultTooLarge } from '../result-size.ts';
import { bindable, storable } from './bindable.ts';
import { countClosed } from './closed-handles.ts';
import { MIN_BYTES, type PageCache, PageCaches } from './page-caches.ts';
import { isWide, narrowed } from './wide-integers.ts';
import { resultOf } from './write-result.ts';

type Handle = InstanceType<typeof DatabaseSync>;
type Prepared = ReturnType<Handle['prepare']>;

const STATEMENTS = 200;
/** Texts up to this length in bytes are read without counting: reading all rows at once is faster. */
const SHORT = 16 * 1024;

/** A size in the form that `cache_size` takes: KiB, negative. */
const inPragma = (bytes: number): number => -Math.floor(bytes / 1024);

/** The size of the write-ahead log, in pages, at which the engine makes a checkpoint by itself in any case. */
const MAX_LOG_PAGES = 16_000;
/**
 * The approximate number of bytes that a statement writes besides its parameters: one page of the table, and one of an
 * index.
 */
const PAGES_BYTES = 8_192;

/**
 * Connection settings: every commit is durable, readers never wait for writers, and renaming a table does not check
 * views, because that fails while a table that a view reads is rebuilt.
 */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;
  PRAGMA busy_timeout = 20; PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES};
  PRAGMA cache_size = ${inPragma(MIN_BYTES)}; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;
  PRAGMA legacy_alter_table = ON;`;

const isTooBig = (error: unknown): boolean => error instanceof Error && error.message === 'string or blob too big';

const pageCaches = new PageCaches();

/** A connection and its prepared statements. */
export class SqliteConnection implements Connection {
  readonly #database: Handle;
  readonly #statements = new Lru<string, Prepared>(STATEMENTS);
  readonly #pages: PageCache;
  /** The approximate number of bytes written since {@link takeWritten} was last called. */
  #written = 0;
  #version: Prepared | undefined;
  /** The driver aborts an iteration when its statement is garbage-collected. */
  readonly #iterated = new Set<Prepared>();
  /** Statements that have met long texts. */
  readonly #long = new WeakSet<Prepared>();
  /** Statements that have met integers that a number does not hold exactly. */
  readonly #wide = new WeakSet<Prepared>();
  #longest = Number.POSITIVE_INFINITY;

  /** `mode` is `rw` for an existing file, `rwc` to create a missing one. */
  constructor(file: string, mode: 'rw' | 'rwc' = 'rw') {
    this.#database = new DatabaseSync(`${pathToFileURL(file)}?mode=${mode}`);
    try {
      this.#database.exec(PRAGMAS);
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#pages = pageCaches.add({
      size: () => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
      resize: (bytes) => this.#resize(bytes),
    });
  }

  /** `size` counts the rows if there are long texts among them. */
  all({ text, parameters }: Statement, size?: ResultSize): Row[] {
    pageCaches.used(this.#pages);
    const statement = this.#prepare(text);
    const values = bindable(parameters);
    try {
      return this.#rows(statement, values, size);
    } catch (error) {
      if (!isWide(error)) throw error;
      this.#readWide(statement);
      return this.#rows(statement, values, size);
    }
  }

  #rows(statement: Prepared, values: never[], size: ResultSize | undefined): Row[] {
    const rows = this.#asRead(statement, values, size);
    return this.#wide.has(statement) ? rows.map(narrowed) : rows;
  }

  #asRead(statement: Prepared, values: never[], size: ResultSize | undefined): Row[] {
    if (this.#long.has(statement)) return this.#counted(statement, values, size);
    this.#limit(SHORT);
    try {
      return statement.all(...values) as unknown as Row[];
    } catch (error) {
      if (!isTooBig(error)) throw error;
      this.#long.add(statement);
      return this.#counted(statement, values, size);
    }
  }

  #readWide(statement: Prepared): void {
    statement.setReadBigInts(true);
    this.#wide.add(statement);
  }

  async run({ text, parameters }: Statement): Promise<WriteResult> {
    this.#limit(Number.POSITIVE_INFINITY);
    const { changes, lastInsertRowid } = this.#prepare(text).run(...storable(parameters));
    this.#written += PAGES_BYTES;
    for (const value of parameters)
      if (typeof value === 'string' || value instanceof Uint8Array) this.#written += value.length;
    return resultOf(text, changes, lastInsertRowid);
  }

  /**
   * Turns off the syncing of commits, which the caller must then do. Returns false if the engine cannot use a
   * write-ahead log; it syncs them itself in that case.
   */
  leaveSyncing(): boolean {
    if ((this.#prepare('PRAGMA journal_mode').get() as unknown as Row)[0] !== 'wal') return false;
    this.#database.exec('PRAGMA synchronous = NORMAL');
    return true;
  }

  /** The approximate number of bytes written since the last call. */
  takeWritten(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  /** Iterates the rows of a statement that is prepared for this iteration only. */
  *iterate({ text, parameters }: Statement): IterableIterator<Row> {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#iterated.add(statement);
    for (const row of statement.iterate(...bindable(parameters)) as IterableIterator<Row>) yield narrowed(row);
  }

  /** The number that a statement returns. */
  number(text: string): number {
    return Number(Object.values(this.#prepare(text).get() as object)[0]);
  }

  /** A number that changes when another connection commits; queried on every request. */
  dataVersion(): Stored | undefined {
    this.#version ??= this.#prepare('PRAGMA data_version');
    return (this.#version.get() as unknown as Row)[0];
  }

  /** Begins or ends a transaction or a savepoint. The statements are prepared, because every write uses them. */
  exec(text: string): void {
    // A commit writes what text indexes have gathered.
    this.#limit(Number.POSITIVE_INFINITY);
    this.#prepare(text).run();
  }

  /** Truncates the log, so that the file is complete without it, unless another process is reading. */
  truncateLog(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {}
  }

  close(): void {
    pageCaches.remove(this.#pages);
    this.#statements.clear();
    this.#iterated.clear();
    // Statements that have not been garbage-collected keep the memory of a connection.
    this.#version = undefined;
    this.#database.exec('PRAGMA shrink_memory');
    this.#database.close();
    countClosed();
  }

  /** Runs during a statement of another connection, which must not fail because of it. */
  #resize(bytes: number): void {
    try {
      this.#database.exec(`PRAGMA cache_size = ${inPragma(bytes)}`);
    } catch {}
  }

  /** The rows of a statement, counted one by one. */
  #counted(statement: Prepared, values: never[], size = new ResultSize()): Row[] {
    this.#limit(Number.POSITIVE_INFINITY);
    const rows: Row[] = [];
    for (const row of statement.iterate(...values) as IterableIterator<Row>) {
      if (!size.add(bytesOf(row))) throw new ResultTooLarge();
      rows.push(row);
    }
    return rows;
  }

  /** Sets the length of the longest text that statements may meet. */
  #limit(bytes: number): void {
    if (bytes === this.#longest) return;
    this.#database.limits.length = bytes;
    this.#longest = bytes;
  }

  #prepare(text: string): Prepared {
    const cached = this.#statements.get(text);
    if (cached) return cached;
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    this.#statements.set(text, statement);
    return statement;
  }
}

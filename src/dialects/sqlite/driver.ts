import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { charge } from '../../shared/loop-time.ts';
import { Lru } from '../../shared/lru.ts';
import { arrivalTurn } from '../../shared/turn.ts';
import type { Party } from '../../shared/turns.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import {
  type Connection,
  type Database,
  type DatabaseAddress,
  MANY_ROWS,
  type Statement,
  type WriteResult,
} from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { bytesOf, ResultSize, ResultTooLarge } from '../result-size.ts';
import { inChunks } from '../row-chunk.ts';
import { bindable } from './bindable.ts';
import { Checkpoints } from './checkpoints.ts';
import { countClosed } from './closed-handles.ts';
import { classify } from './errors.ts';
import { LogSync } from './log-sync.ts';
import { LEAST_BYTES, type PageCache, PageCaches } from './page-caches.ts';
import { PlanCosts } from './plan-costs.ts';
import { ReadProcessPool, type Task } from './read-process/pool.ts';
import { SharedCommits } from './shared-commits.ts';
import { size } from './size.ts';
import { TableSizes } from './table-sizes.ts';
import { TurnSnapshot } from './turn-snapshot.ts';
import { inWriteProcess } from './write-process/write-process.ts';
import { resultOf } from './write-result.ts';

type Handle = InstanceType<typeof DatabaseSync>;
type Prepared = ReturnType<Handle['prepare']>;

const STATEMENTS = 200;
/** Texts up to this length in bytes are read without counting: reading all rows at once is faster. */
const SHORT = 16 * 1024;
const BUSY_TRIES = 50;
const BUSY_PAUSE_MS = 20;
/** How often to check that the file still exists: writes to a removed file are lost. */
const CHECK_MS = 1000;

/** A size in the form that `cache_size` takes: KiB, negative. */
const inPragma = (bytes: number): number => -Math.floor(bytes / 1024);

/** The size of the write-ahead log, in pages, at which the engine makes a checkpoint by itself in any case. */
const LONGEST_LOG = 16_000;
const CHECKPOINT = 'PRAGMA wal_checkpoint(PASSIVE)';
/** Time limit of a checkpoint in another process. */
const CHECKPOINT_MS = 30_000;
/**
 * The approximate number of bytes that a statement writes besides its parameters: one page of the table, and one of an
 * index.
 */
const PAGES_BYTES = 8_192;

/** Connection settings: every commit is durable, and readers never wait for writers. */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;
  PRAGMA busy_timeout = 20; PRAGMA wal_autocheckpoint = ${LONGEST_LOG};
  PRAGMA cache_size = ${inPragma(LEAST_BYTES)}; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;`;

const isTooBig = (error: unknown): boolean => error instanceof Error && error.message === 'string or blob too big';

const pageCaches = new PageCaches();

/** A connection and its prepared statements. */
class SqliteConnection implements Connection {
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
  #longest = Number.POSITIVE_INFINITY;

  /** `mode` is `rw` for an existing file, `rwc` to create a missing one. */
  constructor(file: string, mode: 'rw' | 'rwc' = 'rw') {
    this.#database = new DatabaseSync(`${pathToFileURL(file)}?mode=${mode}`);
    this.#database.exec(PRAGMAS);
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

  async run({ text, parameters }: Statement): Promise<WriteResult> {
    this.#limit(Number.POSITIVE_INFINITY);
    const { changes, lastInsertRowid } = this.#prepare(text).run(...(parameters as never[]));
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
  iterate({ text, parameters }: Statement): IterableIterator<Row> {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    this.#iterated.add(statement);
    return statement.iterate(...bindable(parameters)) as IterableIterator<Row>;
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

/** Statements of more work than this block the server for a few milliseconds. */
const INLINE_WORK = 100_000;
/** Rows of more bytes than this block the server for some milliseconds. */
const INLINE_BYTES = 8 * 1024 * 1024;
/** Statements of less work than this cannot be slow; if they take long, the machine is busy. */
const NOTED_WORK = 20_000;
/** Statements of more work than this never run in the server's thread, whatever they have cost lately. */
const MOST_WORK = 2_000_000;
/** The length of a parameter that lists the keys of about a thousand rows. */
const LONG_LIST = 8_192;
/** The file size from which schema changes are made in another process. */
const LARGE_FILE = 8 * 1024 * 1024;
/** One database must leave a process to others. */
const statements = new ReadProcessPool({ total: 3, each: 2, waiting: 256 });
/** Streams occupy a process for as long as their reader takes. */
const streams = new ReadProcessPool({ total: 4, each: 3, waiting: 256 });
/** Databases with many writes take turns. */
const checkpointers = new ReadProcessPool({ total: 1, each: 1, waiting: 256 }, 'rw');

/**
 * A file with one connection for writers, which readers also use while no transaction is open, and another one for
 * reads during transactions. Long-running reads run in other processes.
 */
class SqliteDatabase implements Database {
  readonly #file: string;
  readonly #account: Party | null;
  readonly #timeoutMs: number;
  readonly #sizes: TableSizes;
  readonly #costs = new PlanCosts();
  readonly #writer: SqliteConnection;
  /** Opened on demand: many projects are rarely written, and need one connection less. */
  #reader: SqliteConnection | undefined;
  readonly #commits: SharedCommits;
  readonly #checkpoints: Checkpoints;
  /** Null if the engine syncs each commit itself. */
  readonly #log: LogSync | null;
  readonly #snapshot = new TurnSnapshot();
  readonly #inode: number | undefined;
  #dataVersion: unknown;
  #term = 0;
  /** The turn of the event loop in which the term was read. */
  #termTurn: number | null = null;
  #nextCheck = 0;
  #isGone = false;

  constructor(file: string, mode: 'rw' | 'rwc', address: DatabaseAddress) {
    const { account = null } = address;
    this.#file = file;
    this.#account = account;
    this.#timeoutMs = limitsOf(address).statementS * 1000;
    this.#writer = new SqliteConnection(file, mode);
    this.#inode = inodeOf(file);
    this.#log = this.#writer.leaveSyncing() ? new LogSync(file, account) : null;
    this.#commits = new SharedCommits(this.#writer, {
      account,
      begin: (begun) => this.#begin(begun),
      beforeCommit: () => this.#snapshot.leave(),
      afterCommit: () => this.#checkpoints.committed(this.#writer.takeWritten()),
      synced: () => this.#log?.synced(),
    });
    const task = { file, text: CHECKPOINT, parameters: [], timeoutMs: CHECKPOINT_MS };
    this.#checkpoints = new Checkpoints({
      here: () => this.#writer.exec(CHECKPOINT),
      elsewhere: () => checkpointers.all(task),
    });
    this.#sizes = new TableSizes((text) => this.#readable().number(text));
  }

  /** Short reads have completed when this returns. */
  all(statement: Statement): Awaitable<Row[]> {
    const work = this.#workOf(statement);
    return this.#isLong(statement, work) ? this.#inReadProcess(statement) : this.#inServer(statement, work);
  }

  rowsOf(table: string): number {
    return this.#sizes.rowsOf(table);
  }

  run(statement: Statement): Promise<WriteResult> {
    return this.transaction((connection) => connection.run(statement));
  }

  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#commits.run(work);
  }

  /** Runs in another process if the file is large, because rewriting a table would block all projects. */
  async schemaTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const log = this.#log;
    // Without a write-ahead log, readers would wait for that process.
    if (!log || (await size(this)) < LARGE_FILE) return this.transaction(work);
    return this.#commits.alone(async () => {
      if (log.failure) throw log.failure;
      const result = await inWriteProcess(this.#file, work);
      charge(this.#account);
      this.#snapshot.leave();
      return result;
    });
  }

  async *chunks(statement: Statement, size: number): AsyncGenerator<Row[]> {
    const isLong = this.#isLong(statement, this.#workOf(statement));
    const chunks = isLong ? streams.chunks(this.#task(statement), size) : this.#chunksInServer(statement, size);
    for await (const rows of chunks) {
      charge(this.#account);
      yield rows;
    }
  }

  /** The writer's data version changes only when another process commits. */
  changedByOthers(): boolean {
    const before = this.#dataVersion;
    this.#dataVersion = this.#version();
    return before !== undefined && before !== this.#dataVersion;
  }

  /**
   * Reads the data version once per turn of the event loop. What another process has committed before it sent a request
   * is visible, because the request arrives in a later turn.
   */
  term(): number {
    const turn = arrivalTurn();
    if (turn === null || turn !== this.#termTurn) this.#term = Number(this.#version());
    this.#termTurn = turn;
    return this.#term;
  }

  isGone(): boolean {
    const now = performance.now();
    if (now < this.#nextCheck) return this.#isGone;
    this.#nextCheck = now + CHECK_MS;
    this.#isGone ||= inodeOf(this.#file) !== this.#inode || Boolean(this.#log?.failure);
    return this.#isGone;
  }

  async close(): Promise<void> {
    await this.#commits.alone(async () => {
      await this.#checkpoints.settled();
      await this.#log?.close();
      this.#snapshot.leave();
      this.#reader?.close();
      this.#writer.truncateLog();
      this.#writer.close();
    });
  }

  /**
   * A connection that sees the committed state: the writers' connection while it has no transaction open, because its
   * cache already contains the pages that they have written, which the other one would have to read.
   */
  #readable(): SqliteConnection {
    if (this.#commits.isOpen) this.#reader ??= new SqliteConnection(this.#file);
    const connection = this.#commits.isOpen && this.#reader ? this.#reader : this.#writer;
    this.#snapshot.enter(connection);
    return connection;
  }

  /** While a transaction of the writers is open, no other process commits. */
  #version(): Stored | undefined {
    if (!this.#commits.isOpen) this.#snapshot.enter(this.#writer);
    return this.#writer.dataVersion();
  }

  /** Uses a separate connection, because an open statement would pin the reader to an old state of the file. */
  async *#chunksInServer(statement: Statement, size: number): AsyncGenerator<Row[]> {
    const connection = new SqliteConnection(this.#file);
    try {
      for (const rows of inChunks(connection.iterate(statement), size)) {
        yield rows;
        await yieldToEventLoop();
        charge(this.#account);
      }
    } finally {
      connection.close();
    }
  }

  #inServer(statement: Statement, work: number): Awaitable<Row[]> {
    if (work < NOTED_WORK) return this.#unlessLong(statement);
    const began = performance.now();
    const rows = this.#unlessLong(statement);
    this.#costs.noteInServer(statement.text, performance.now() - began);
    return rows;
  }

  /** Reads the rows in the server's thread, unless they turn out to be so long that they would block it. */
  #unlessLong(statement: Statement): Awaitable<Row[]> {
    try {
      return this.#readable().all(statement, new ResultSize(INLINE_BYTES));
    } catch (error) {
      if (!(error instanceof ResultTooLarge)) throw error;
      return this.#inReadProcess(statement);
    }
  }

  async #inReadProcess(statement: Statement): Promise<Row[]> {
    const { rows, ms } = await statements.all(this.#task(statement));
    charge(this.#account);
    this.#costs.noteInReadProcess(statement.text, ms);
    return rows;
  }

  /** An upper bound of a statement's work. */
  #workOf({ scans }: Statement): number {
    return scans?.reduce((sum, { table, weight }) => sum + weight * this.#sizes.rowsOf(table), 0) ?? 0;
  }

  /** Whether a statement would block the server, judged by its recent cost or, the first time, by an estimate. */
  #isLong({ text, parameters, probe }: Statement, work: number): boolean {
    if (parameters.some(isLongList)) return true;
    if (work >= NOTED_WORK) {
      const isCheap = this.#costs.isCheap(text);
      if (isCheap === false || work > (isCheap ? MOST_WORK : INLINE_WORK)) return true;
    }
    return probe !== undefined && this.#readable().all(probe).length >= MANY_ROWS;
  }

  #task({ text, parameters }: Statement): Task {
    return { file: this.#file, text, parameters: bindable(parameters), timeoutMs: this.#timeoutMs };
  }

  /** If another process holds the write lock, retries for a second without blocking this process. */
  async #begin<T>(begun: () => T): Promise<T> {
    if (this.#log?.failure) throw this.#log.failure;
    for (let tries = 1; ; tries++) {
      try {
        this.#snapshot.leave();
        this.#writer.exec('BEGIN IMMEDIATE');
        return begun();
      } catch (error) {
        if (classify(error)?.kind !== 'busy' || tries >= BUSY_TRIES) throw error;
        await new Promise((done) => setTimeout(done, BUSY_PAUSE_MS));
      }
    }
  }
}

const isLongList = (parameter: Stored): boolean => typeof parameter === 'string' && parameter.length > LONG_LIST;

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** Opens the database file; creates it and its folder if they are missing. */
export async function open(address: DatabaseAddress): Promise<Database> {
  const { file } = address;
  if (!file) throw new Error('an embedded database needs a file');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return new SqliteDatabase(file, 'rwc', address);
}

/** Opens the database file; fails if it is missing. */
export async function openExisting(address: DatabaseAddress): Promise<Database> {
  const { file } = address;
  if (!file) throw new Error('an embedded database needs a file');
  return new SqliteDatabase(file, 'rw', address);
}

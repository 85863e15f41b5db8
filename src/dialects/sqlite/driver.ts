import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { type Account, charge } from '../../shared/loop-time.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import { arrivalTurn } from '../../shared/turn.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import {
  type Connection,
  type Database,
  type DatabaseAddress,
  MANY_ROWS,
  type Statement,
  type TransactionOptions,
  type WriteResult,
} from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { ResultSize, ResultTooLarge } from '../result-size.ts';
import { inChunks } from '../row-chunk.ts';
import { bindable } from './bindable.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteConnection } from './connection.ts';
import { classify } from './errors.ts';
import { LogSync } from './log-sync.ts';
import { TransactionTooLarge } from './long-transaction.ts';
import { PlanCosts } from './plan-costs.ts';
import { ReadProcessPool, type Task } from './read-process/pool.ts';
import { SharedCommits } from './shared-commits.ts';
import { size } from './size.ts';
import { TableSizes } from './table-sizes.ts';
import { TurnSnapshot } from './turn-snapshot.ts';
import { inWriteProcess } from './write-process/write-process.ts';

const BUSY_TRIES = 50;
const BUSY_PAUSE_MS = 20;
/** How often to check that the file still exists: writes to a removed file are lost. */
const CHECK_MS = 1000;

const CHECKPOINT = 'PRAGMA wal_checkpoint(PASSIVE)';
/** Time limit of a checkpoint in another process. */
const CHECKPOINT_MS = 30_000;

/** Statements of more work than this block the server for a few milliseconds. */
const INLINE_WORK = 100_000;
/** Rows of more bytes than this block the server for some milliseconds. */
const INLINE_BYTES = 8 * 1024 * 1024;
/** Statements of less work than this cannot be slow; if they take long, the machine is busy. */
const NOTED_WORK = 20_000;
/** Statements of more work than this never run in the server's thread, whatever they have cost lately. */
const MAX_WORK = 2_000_000;
/** The length of a parameter that lists the keys of about a thousand rows. */
const LONG_LIST = 8_192;
/** The file size from which schema changes are made in another process. */
const LARGE_FILE = 8 * 1024 * 1024;
/** The number of bytes from which changes are made again in another process. Committing as many takes up to 50 ms. */
const LARGE_CHANGES = 32 * 1024 * 1024;
/** One database must leave a process to others. */
const statements = new ReadProcessPool({ total: 3, each: 2, waiting: 256 });
/** Streams occupy a process for as long as their reader takes. */
const streams = new ReadProcessPool({ total: 4, each: 3, waiting: 256 });
/** Each of them takes a process. */
const largeWrites = new Semaphore({ total: 3, each: 1 });
/** Databases with many writes take turns. */
const checkpointers = new ReadProcessPool({ total: 1, each: 1, waiting: 256 }, 'rw');

/**
 * A file with one connection for writers, which readers also use while no transaction is open, and another one for
 * reads during transactions. Long-running reads run in other processes.
 */
class SqliteDatabase implements Database {
  readonly #file: string;
  readonly #account: Account | null;
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

  /**
   * Committing many changes would block all projects: the engine reads again what it has written to the log during the
   * transaction, to correct its checksums.
   */
  async transaction<T>(
    work: (connection: Connection) => Promise<T>,
    { repeatable = false, large = false }: TransactionOptions = {},
  ): Promise<T> {
    const log = this.#log;
    if (log && large) return this.#elsewhere(log, work);
    if (!log || !repeatable) return this.#commits.run(work);
    try {
      return await this.#commits.run(work, LARGE_CHANGES);
    } catch (error) {
      if (!(error instanceof TransactionTooLarge)) throw error;
      return await largeWrites.run(this.#file, () => this.#elsewhere(log, work));
    }
  }

  /** Runs in another process if the file is large, because rewriting a table would block all projects. */
  async schemaTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.transaction(work, { large: (await size(this)) >= LARGE_FILE });
  }

  /**
   * Runs `work` in a transaction of another process, while writers of this one wait. Without a write-ahead log, readers
   * would wait for that process.
   */
  #elsewhere<T>(log: LogSync, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#commits.alone(async () => {
      if (log.failure) throw log.failure;
      const result = await inWriteProcess(this.#file, (connection) => {
        this.#termTurn = null;
        return work(connection);
      });
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
   * Reads the data version once per turn of the event loop, and again in a transaction, which keeps other writers away.
   * What another process has committed before it sent a request is visible, because the request arrives in a later turn.
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
      if (isCheap === false || work > (isCheap ? MAX_WORK : INLINE_WORK)) return true;
    }
    return probe !== undefined && this.#readable().all(probe).length >= MANY_ROWS;
  }

  #task({ text, parameters }: Statement): Task {
    return { file: this.#file, text, parameters: bindable(parameters), timeoutMs: this.#timeoutMs };
  }

  #begin<T>(begun: () => T): Promise<T> {
    return unlocked(() => {
      if (this.#log?.failure) throw this.#log.failure;
      this.#snapshot.leave();
      this.#writer.exec('BEGIN IMMEDIATE');
      this.#termTurn = null;
      return begun();
    });
  }
}

/** Runs `work`. If another process has locked the file, retries for a second without blocking this process. */
async function unlocked<T>(work: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (classify(error)?.kind !== 'busy' || tries >= BUSY_TRIES) throw error;
      await new Promise((done) => setTimeout(done, BUSY_PAUSE_MS));
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
  return unlocked(() => new SqliteDatabase(file, 'rwc', address));
}

/** Opens the database file; fails if it is missing. */
export async function openExisting(address: DatabaseAddress): Promise<Database> {
  const { file } = address;
  if (!file) throw new Error('an embedded database needs a file');
  return unlocked(() => new SqliteDatabase(file, 'rw', address));
}

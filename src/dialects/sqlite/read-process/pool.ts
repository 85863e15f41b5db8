import type { Row } from '../../../query/shape/row.ts';
import type { Stored } from '../../../schema/stored.ts';
import { Semaphore } from '../../../shared/semaphore.ts';
import { bytesOf, ResultSize, ResultTooLarge } from '../../result-size.ts';
import { type Mode, queueTimeout, ReadProcess } from './read-process.ts';

const IDLE_MS = 30_000;
/**
 * The niceness of the process for a database's first statement, and for its concurrent ones, which yield to other
 * databases.
 */
const FIRST = 5;
const FURTHER = 15;
/** Rows per message; each message is handled in one go. */
const BATCH = 500;

/** A statement on a file and the time limit of each of its replies. */
export interface Task {
  readonly file: string;
  readonly text: string;
  readonly parameters: readonly Stored[];
  readonly timeoutMs: number;
}

/** The rows of a statement, and the milliseconds that they took the process. */
interface Result {
  readonly rows: Row[];
  readonly ms: number;
}

/**
 * The number of processes in a pool, how many of them one database may use at a time, and how many of its statements
 * may wait.
 */
interface PoolLimits {
  readonly total: number;
  readonly each: number;
  readonly waiting: number;
}

/**
 * A pool of read processes for all databases of the server, started on demand and ended when idle. Databases are
 * scheduled fairly.
 */
export class ReadProcessPool {
  readonly #semaphore: Semaphore;
  /** The files on which a process runs a statement. */
  readonly #inUse = new Set<string>();
  readonly #idle = new Map<ReadProcess, NodeJS.Timeout>();
  readonly #mode: Mode;

  constructor(limits: PoolLimits, mode: Mode = 'ro') {
    this.#semaphore = new Semaphore(limits);
    this.#mode = mode;
  }

  /** Runs a statement and returns all rows within its time limit. Throws {@link Overload} and {@link ResultTooLarge}. */
  async all(task: Task): Promise<Result> {
    const until = performance.now() + task.timeoutMs;
    const rows: Row[] = [];
    const size = new ResultSize();
    let ms = 0;
    for await (const answer of this.#answers(task, BATCH, () => until - performance.now())) {
      ms += answer.ms;
      for (const row of answer.rows) {
        if (!size.add(bytesOf(row))) throw new ResultTooLarge();
        rows.push(row);
      }
    }
    return { rows, ms };
  }

  /** Streams the rows of a statement in chunks; the time limit applies to each chunk. Throws {@link Overload}. */
  async *chunks(task: Task, size: number): AsyncGenerator<Row[]> {
    for await (const { rows } of this.#answers(task, size, () => task.timeoutMs)) if (rows.length > 0) yield rows;
  }

  async *#answers(
    { file, text, parameters, timeoutMs }: Task,
    size: number,
    left: () => number,
  ): AsyncGenerator<Result> {
    const release = await this.#semaphore.acquire(file, timeoutMs, queueTimeout);
    const isFirst = !this.#inUse.has(file);
    const process = this.#take(isFirst ? FIRST : FURTHER);
    if (isFirst) this.#inUse.add(file);
    else this.#keepReady(FIRST);
    let done = false;
    try {
      let answer = await process.ask({ file, text, parameters, size }, left());
      for (;;) {
        done = answer.done;
        yield answer;
        if (done) return;
        answer = await process.ask({ size }, left());
      }
    } finally {
      // An open statement would prevent checkpoints of the file.
      if (!done && !process.ended) await process.ask({ size: 0 }, timeoutMs).catch(() => {});
      if (isFirst) this.#inUse.delete(file);
      this.#rest(process);
      release();
    }
  }

  #take(niceness: number): ReadProcess {
    for (const [process, timer] of this.#idle) {
      if (process.niceness !== niceness) continue;
      clearTimeout(timer);
      this.#idle.delete(process);
      if (!process.ended) return process;
    }
    return new ReadProcess(niceness, this.#mode);
  }

  /**
   * Keeps a spare process ready: a database with much work may soon make another one wait, which should not also have
   * to wait for a process to start.
   */
  #keepReady(niceness: number): void {
    const isReady = [...this.#idle.keys()].some((process) => process.niceness === niceness && !process.ended);
    if (!isReady) this.#rest(new ReadProcess(niceness, this.#mode));
  }

  #rest(process: ReadProcess): void {
    if (process.ended) return;
    const sleep = setTimeout(() => {
      this.#idle.delete(process);
      process.end();
    }, IDLE_MS);
    this.#idle.set(process, sleep.unref());
  }
}

import type { Row } from '../../../query/shape/decoder.ts';
import type { Stored } from '../../../schema/field-type.ts';
import { queueTimeout, ReadProcess } from './read-process.ts';

const IDLE_MS = 30_000;
/** Rows per message; each message is handled in one go. */
const BATCH = 500;

/** A statement on a file and the time limit of each of its replies. */
export interface Task {
  readonly file: string;
  readonly text: string;
  readonly parameters: readonly Stored[];
  readonly timeoutMs: number;
}

type Waiting = (process: ReadProcess) => void;

/** A pool of read processes for all databases of the server, started on demand and ended when idle. */
export class ReadProcessPool {
  readonly #limit: number;
  readonly #idle = new Map<ReadProcess, NodeJS.Timeout>();
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a statement and returns all rows within its time limit. */
  async all(task: Task): Promise<Row[]> {
    const until = performance.now() + task.timeoutMs;
    const rows: Row[] = [];
    for await (const chunk of this.#rows(task, BATCH, () => until - performance.now()))
      for (const row of chunk) rows.push(row);
    return rows;
  }

  /** Streams the rows of a statement in chunks; the time limit applies to each chunk. */
  chunks(task: Task, size: number): AsyncGenerator<Row[]> {
    return this.#rows(task, size, () => task.timeoutMs);
  }

  async *#rows({ file, text, parameters, timeoutMs }: Task, size: number, left: () => number): AsyncGenerator<Row[]> {
    const process = await this.#take(timeoutMs);
    let done = false;
    try {
      let answer = await process.ask({ file, text, parameters, size }, left());
      for (;;) {
        done = answer.done;
        if (answer.rows.length > 0) yield answer.rows;
        if (done) return;
        answer = await process.ask({ size }, left());
      }
    } finally {
      // An open statement would prevent checkpoints of the file.
      if (!done && !process.ended) await process.ask({ size: 0 }, timeoutMs).catch(() => {});
      this.#release(process);
    }
  }

  #take(timeoutMs: number): Promise<ReadProcess> {
    const idle = this.#takeIdle();
    if (idle || this.#busy < this.#limit) {
      this.#busy++;
      return Promise.resolve(idle ?? new ReadProcess());
    }
    return new Promise((done, fail) => {
      const turn = (process: ReadProcess): void => {
        clearTimeout(timer);
        done(process);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        fail(queueTimeout());
      }, timeoutMs);
      this.#waiting.push(turn);
    });
  }

  #takeIdle(): ReadProcess | undefined {
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (!process.ended) return process;
    }
    return undefined;
  }

  #release(process: ReadProcess): void {
    const next = this.#waiting.shift();
    if (next) next(process.ended ? new ReadProcess() : process);
    else this.#busy--;
    if (next || process.ended) return;
    const sleep = setTimeout(() => {
      this.#idle.delete(process);
      process.end();
    }, IDLE_MS);
    this.#idle.set(process, sleep.unref());
  }
}

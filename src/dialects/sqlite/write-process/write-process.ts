import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import type { Row } from '../../../query/shape/row.ts';
import type { Connection, Statement, WriteResult } from '../../dialect.ts';
import { ResultTooLarge } from '../../result-size.ts';
import { bindable, storable } from '../bindable.ts';
import { IO_ERROR } from '../errors.ts';
import { GONE } from '../read-process/read-process.ts';
import { resultOf } from '../write-result.ts';
import { Frames, framed } from './frames.ts';
import { PROGRAM } from './program.ts';

const library = createRequire(import.meta.url).resolve('@photostructure/sqlite');
/** The process yields to the server. */
const NICENESS = 5;

/** A statement for the process. */
interface Asked extends Pick<Statement, 'text' | 'parameters'> {
  readonly isRead: boolean;
}

/** A reply of the process: rows, the result of a write, or an error. */
interface Reply {
  readonly rows?: Row[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
  /** Set if the rows have more bytes than the server keeps in memory. */
  readonly isTooLarge?: true;
  /** Set if the process has ended. */
  readonly hasEnded?: true;
  readonly failure?: { readonly message: string; readonly errcode?: number };
}

/**
 * Runs `work` in one transaction of another process, so that long statements do not block the event loop. No other
 * transaction of this process may be open on the file. Rolls back if `work` throws or the process ends.
 */
export async function inWriteProcess<T>(file: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const process = new WriteProcess(file);
  try {
    await process.run({ text: 'BEGIN IMMEDIATE', parameters: [] });
    const result = await work(process);
    await process.commit();
    return result;
  } finally {
    await process.end();
  }
}

/** A process that runs the statements of one transaction, in the order in which they are given. */
class WriteProcess implements Connection {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #exited: Promise<unknown>;
  readonly #frames = new Frames();
  /** What to do with the next replies, in the order of their statements. */
  readonly #takers: ((reply: Reply) => void)[] = [];
  #hasEnded = false;
  /** The error of a statement that nobody waited for. */
  #failure: { readonly error: unknown } | null = null;

  constructor(file: string) {
    this.#child = spawn(process.execPath, ['-e', PROGRAM, library, file, String(NICENESS)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
    });
    // Whoever waits learns from the exit that the process is gone.
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('error', () => {});
    this.#child.stdout.on('data', (chunk: Buffer) => {
      for (const reply of this.#frames.add(chunk)) this.#takers.shift()?.(reply as Reply);
    });
    this.#exited = once(this.#child, 'close')
      .catch(() => {})
      .then(() => this.#end());
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    const { rows = [] } = await this.#reply({ text, parameters: bindable(parameters), isRead: true });
    return rows;
  }

  async run({ text, parameters }: Statement): Promise<WriteResult> {
    const { changes = 0, lastInsertRowid = 0 } = await this.#reply({
      text,
      parameters: storable(parameters),
      isRead: false,
    });
    return resultOf(text, changes, lastInsertRowid);
  }

  /** The next statement that is waited for throws the error. */
  later({ text, parameters }: Statement, refusal: (error: unknown) => unknown): void {
    this.#ask({ text, parameters: storable(parameters), isRead: false }, (reply) => {
      const error = errorOf(reply);
      if (error) this.#failure ??= { error: refusal(error) };
    });
  }

  /** The error is never one that is retried if the process ends meanwhile, since it may have committed. */
  async commit(): Promise<void> {
    await this.all(NOTHING);
    try {
      await this.run({ text: 'COMMIT', parameters: [] });
    } catch (error) {
      throw isGone(error) ? Object.assign(new Error(error.message), { errcode: IO_ERROR }) : error;
    }
  }

  /** Ends the process. Resolves when it has released the file. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async #reply(asked: Asked): Promise<Reply> {
    const reply = await new Promise<Reply>((done) => this.#ask(asked, done));
    if (this.#failure) throw this.#failure.error;
    const error = errorOf(reply);
    if (error) throw error;
    return reply;
  }

  #ask(asked: Asked, take: (reply: Reply) => void): void {
    if (this.#hasEnded) take({ hasEnded: true });
    else {
      this.#takers.push(take);
      this.#child.stdin.write(framed(asked));
    }
  }

  #end(): void {
    this.#hasEnded = true;
    for (const take of this.#takers.splice(0)) take({ hasEnded: true });
  }
}

/** The error that a reply reports, if it does. */
function errorOf({ failure, isTooLarge, hasEnded }: Reply): Error | null {
  if (hasEnded) return Object.assign(new Error('the write process has ended'), { code: GONE });
  if (failure) return Object.assign(new Error(failure.message), { errcode: failure.errcode });
  return isTooLarge ? new ResultTooLarge() : null;
}

/** Its reply comes after those of all statements before it. */
const NOTHING: Statement = { text: 'SELECT 1', parameters: [] };

const isGone = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === GONE;

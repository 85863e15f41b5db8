import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Row } from '../../../query/shape/row.ts';
import type { Stored } from '../../../schema/stored.ts';
import { PROGRAM } from './program.ts';

/** A request to a process: for the first rows of a statement, or for further rows of the same one. */
type ReadRequest =
  | { readonly file: string; readonly text: string; readonly parameters: readonly Stored[]; readonly size: number }
  | { readonly size: number };

/** Some rows of a statement, whether they are the last, and the milliseconds that they took. */
interface Answer {
  readonly rows: Row[];
  readonly done: boolean;
  readonly ms: number;
}

/** Whether a process may write to the files that it opens. */
export type Mode = 'ro' | 'rw';

/** Reasons for a missing reply, other than an error of the engine. */
export const LATE = 'STATEMENT_LATE';
export const GONE = 'READER_GONE';

const library = createRequire(import.meta.url).resolve('@photostructure/sqlite');

/**
 * A process that runs one statement at a time. Killing it is the only way to cancel a statement of this engine. It
 * keeps the server alive only while it works, and exits with it.
 */
export class ReadProcess {
  readonly niceness: number;
  readonly #child: ChildProcess;
  #ended = false;

  /**
   * Starts the process with the given niceness, which decides how far it yields to others of the server's session. In a
   * session of its own (`detached`), systems that group processes by session would let it compete with all of the
   * server's work together. The process opens files with `mode`.
   */
  constructor(niceness: number, mode: Mode) {
    this.niceness = niceness;
    this.#child = spawn(process.execPath, ['-e', PROGRAM, library, String(niceness), mode], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    this.#child.on('error', () => this.end()).once('exit', () => this.end());
    this.#rest();
  }

  /** Whether the process has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Requests rows, one request at a time. If the reply takes longer than `timeoutMs` the process is killed. */
  async ask(request: ReadRequest, timeoutMs: number): Promise<Answer> {
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      return await this.#answer(request, timeoutMs);
    } finally {
      this.#rest();
    }
  }

  end(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
  }

  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #answer(request: ReadRequest, timeoutMs: number): Promise<Answer> {
    return new Promise((done, fail) => {
      const settle = (settled: () => void): void => {
        clearTimeout(timer);
        this.#child.off('message', answered).off('exit', gone).off('error', gone);
        settled();
      };
      const answered = (answer: unknown): void => settle(() => take(answer, done, fail));
      const gone = (): void => settle(() => fail(failure(GONE, 'the read process has ended')));
      const late = (): void => {
        this.end();
        settle(() => fail(failure(LATE, 'the statement took too long')));
      };
      const timer = setTimeout(late, Math.max(0, timeoutMs));
      this.#child.once('message', answered).once('exit', gone).once('error', gone);
      if (this.#ended) gone();
      else this.#child.send(request, (error) => error && gone());
    });
  }
}

function take(answer: unknown, done: (answer: Answer) => void, fail: (error: Error) => void): void {
  const { failure: message, ...rest } = answer as Answer & { readonly failure?: string };
  if (message === undefined) done(rest);
  else fail(new Error(message));
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The error for a statement that did not start in time. */
export const queueTimeout = (): Error => failure(LATE, 'the statement waited too long for a read process');

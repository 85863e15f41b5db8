import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Row } from '../../../query/shape/row.ts';
import type { Connection, Statement, WriteResult } from '../../dialect.ts';
import { bindable } from '../bindable.ts';
import { GONE } from '../read-process/read-process.ts';
import { resultOf } from '../write-result.ts';
import { PROGRAM } from './program.ts';

const library = createRequire(import.meta.url).resolve('@photostructure/sqlite');
/** The process yields to the server. */
const NICENESS = 5;

/** A reply of the process: rows, the result of a write, or an error. */
interface Reply {
  readonly rows?: Row[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
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
    await process.run({ text: 'COMMIT', parameters: [] });
    return result;
  } finally {
    await process.end();
  }
}

/** A process that runs the statements of one transaction, in the order in which they are given. */
class WriteProcess implements Connection {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #latest: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#child = spawn(process.execPath, ['-e', PROGRAM, library, file, String(NICENESS)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    this.#exited = once(this.#child, 'exit').catch(() => {});
  }

  async all(statement: Statement): Promise<Row[]> {
    const { rows = [] } = await this.#ask(statement, true);
    return rows;
  }

  async run(statement: Statement): Promise<WriteResult> {
    const { changes = 0, lastInsertRowid = 0 } = await this.#ask(statement, false);
    return resultOf(statement.text, changes, lastInsertRowid);
  }

  /** Ends the process. Resolves when it has released the file. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #ask({ text, parameters }: Statement, isRead: boolean): Promise<Reply> {
    const reply = this.#latest.then(() =>
      this.#reply({ text, parameters: isRead ? bindable(parameters) : parameters, isRead }),
    );
    this.#latest = reply.catch(() => {});
    return reply;
  }

  #reply(asked: object): Promise<Reply> {
    return new Promise((done, fail) => {
      const answered = (reply: Reply): void => {
        if (reply.failure) fail(Object.assign(new Error(reply.failure.message), { errcode: reply.failure.errcode }));
        else done(reply);
      };
      this.#child.once('message', answered as (reply: unknown) => void);
      this.#exited.then(() => fail(Object.assign(new Error('the write process has ended'), { code: GONE })));
      this.#child.send(asked, () => {});
    });
  }
}

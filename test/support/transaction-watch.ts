import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection, Database, Session } from '../../src/dialects/dialect.ts';

/** Ways in which statements reach a database outside the connection of a transaction. */
const WAYS = ['all', 'run', 'chunks', 'changedByOthers', 'transaction', 'schemaTransaction', 'withSchemaLock'] as const;

type Way = (typeof WAYS)[number];
type Method = (...parameters: never[]) => unknown;
type Transact = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** An open transaction. */
interface Open {
  isOpen: boolean;
}

/**
 * Detects statements that code within a transaction sends to the database outside of it. It follows the asynchronous
 * context, so concurrent requests are not mistaken for it.
 */
export class TransactionWatch {
  /** What was sent outside a transaction while it was open. */
  readonly outside: string[] = [];
  #opened = 0;
  readonly #flow = new AsyncLocalStorage<Open>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    for (const way of WAYS) this.#listen(way);
  }

  /** How many transactions were opened. */
  get opened(): number {
    return this.#opened;
  }

  stop(): void {
    for (const way of WAYS) Reflect.deleteProperty(this.#database, way);
  }

  #listen(way: Way): void {
    const method = this.#database[way]?.bind(this.#database) as Method | undefined;
    if (!method) return;
    const value = (...parameters: never[]): unknown => {
      if (this.#flow.getStore()?.isOpen) this.outside.push(`${way} ${textOf(parameters[0])}`);
      return this.#open(way, method)(...parameters);
    };
    Object.defineProperty(this.#database, way, { value, configurable: true });
  }

  #open(way: Way, method: Method): Method {
    if (way === 'transaction' || way === 'schemaTransaction') return this.#transaction(method as Transact) as Method;
    if (way !== 'withSchemaLock') return method;
    return (timeout: never, work: (session: Session) => Promise<unknown>) =>
      method(timeout, ((session: Session) => work(this.#session(session))) as never);
  }

  #session(session: Session): Session {
    return {
      all: (statement) => session.all(statement),
      run: (statement) => session.run(statement),
      transaction: this.#transaction((work) => session.transaction(work)),
    };
  }

  #transaction(begin: Transact): Transact {
    return (work, ...lock: []) =>
      begin(
        (connection) => {
          this.#opened++;
          const open: Open = { isOpen: true };
          return this.#flow.run(open, () =>
            work(connection).finally(() => {
              open.isOpen = false;
            }),
          );
        },
        ...lock,
      );
  }
}

function textOf(statement: unknown): string {
  const isStatement = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isStatement ? String(statement.text) : '';
}

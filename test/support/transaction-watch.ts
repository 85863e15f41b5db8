import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection, Database, Session } from '../../src/dialects/dialect.ts';

/** How statements reach a database without the connection of a transaction. */
const WAYS = ['all', 'run', 'chunks', 'changedByOthers', 'transaction', 'schemaTransaction', 'withSchemaLock'] as const;

type Way = (typeof WAYS)[number];
type Method = (...parameters: never[]) => unknown;
type Transact = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** A transaction under way. */
interface Open {
  isOpen: boolean;
}

/**
 * Hears what a database is asked outside of a transaction by what runs inside of one. Other requests that run meanwhile
 * are not confused with it, for it follows the flow of control.
 */
export class TransactionWatch {
  /** What was asked outside of a transaction while it was open. */
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

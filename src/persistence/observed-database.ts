import type { Connection, Database, Session, Statement, TransactionOptions, WriteResult } from '../dialects/dialect.ts';
import { tablesWritten } from '../dialects/statement-tables.ts';
import type { Row } from '../query/shape/row.ts';
import type { Awaitable } from '../shared/awaitable.ts';
import type { TableVersions } from './table-versions.ts';

/**
 * Returns a database that counts the writes made through it. It examines the statements themselves, so no writer can be
 * overlooked.
 */
export function observed(database: Database, versions: TableVersions): Database {
  const { withSchemaLock } = database;
  return withSchemaLock
    ? new ObservedLockable(database, versions, withSchemaLock)
    : new ObservedDatabase(database, versions);
}

/** Delegates everything, and counts the tables that are written. */
class ObservedDatabase implements Database {
  readonly concurrent?: true;
  readonly #database: Database;
  readonly #versions: TableVersions;

  constructor(database: Database, versions: TableVersions) {
    this.#database = database;
    if (database.concurrent) this.concurrent = true;
    this.#versions = versions;
  }

  all(statement: Statement): Awaitable<Row[]> {
    return this.#database.all(statement);
  }

  run(statement: Statement): Promise<WriteResult> {
    const written = new Written(this.#versions);
    written.note(statement);
    return written.during(() => this.#database.run(statement));
  }

  transaction<T>(work: (connection: Connection) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return transaction(this.#database, this.#versions, work, options);
  }

  schemaTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const database = this.#database;
    const run = database.schemaTransaction?.bind(database) ?? database.transaction.bind(database);
    return transaction({ transaction: run }, this.#versions, work);
  }

  chunks(statement: Statement, size: number): AsyncIterable<Row[]> {
    return this.#database.chunks(statement, size);
  }

  changedByOthers(): boolean | Promise<boolean> {
    return this.#database.changedByOthers();
  }

  rowsOf(table: string): number | Promise<number> {
    return this.#database.rowsOf(table);
  }

  term(): number | null {
    return this.#database.term?.() ?? null;
  }

  isGone(): boolean {
    return this.#database.isGone?.() ?? false;
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** The same for a database with a schema lock. */
class ObservedLockable extends ObservedDatabase {
  readonly #withSchemaLock: NonNullable<Database['withSchemaLock']>;
  readonly #observed: (session: Session) => Session;

  constructor(database: Database, versions: TableVersions, withSchemaLock: NonNullable<Database['withSchemaLock']>) {
    super(database, versions);
    this.#withSchemaLock = withSchemaLock.bind(database);
    this.#observed = (session) => observedSession(session, versions);
  }

  withSchemaLock<T>(timeoutS: number, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#withSchemaLock(timeoutS, (session) => work(this.#observed(session)));
  }
}

type Transacting = Pick<Session, 'transaction'> | Pick<Database, 'transaction'>;

async function transaction<T>(
  on: Transacting,
  versions: TableVersions,
  work: (connection: Connection) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const written = new Written(versions);
  try {
    return await on.transaction(async (connection) => {
      const result = await work(new ObservedConnection(connection, written));
      written.begin();
      return result;
    }, options);
  } finally {
    written.end();
  }
}

/** Outside transactions, a session commits each statement on its own. */
function observedSession(session: Session, versions: TableVersions): Session {
  const each = <T>(statement: Statement, run: () => Awaitable<T>): Promise<T> => {
    const written = new Written(versions);
    written.note(statement);
    return written.during(run);
  };
  return {
    all: (statement) => each(statement, () => session.all(statement)),
    run: (statement) => each(statement, () => session.run(statement)),
    transaction: (work) => transaction(session, versions, work),
  };
}

/** The connection of a transaction. */
class ObservedConnection implements Connection {
  readonly later?: NonNullable<Connection['later']>;
  readonly #connection: Connection;
  readonly #written: Written;

  constructor(connection: Connection, written: Written) {
    this.#connection = connection;
    this.#written = written;
    if (connection.later) this.later = this.#later;
  }

  all(statement: Statement): Awaitable<Row[]> {
    this.#written.note(statement);
    return this.#connection.all(statement);
  }

  run(statement: Statement): Promise<WriteResult> {
    this.#written.note(statement);
    return this.#connection.run(statement);
  }

  #later(statement: Statement, refusal: (error: unknown) => unknown): Awaitable<void> {
    this.#written.note(statement);
    return this.#connection.later?.(statement, refusal);
  }
}

/** Collects the tables that a transaction writes. */
class Written {
  readonly #versions: TableVersions;
  readonly #tables = new Set<string>();
  #unknown = false;
  #end: (() => void) | undefined;

  constructor(versions: TableVersions) {
    this.#versions = versions;
  }

  note({ text }: Statement): void {
    const tables = tablesWritten(text);
    if (tables === null) this.#unknown = true;
    else for (const table of tables) this.#tables.add(table);
  }

  /** Must be called before the commit, again if the transaction is repeated. */
  begin(): void {
    this.#end?.();
    if (!this.#unknown && this.#tables.size === 0) return;
    this.#end = this.#versions.committing(this.#unknown ? null : this.#tables);
  }

  /**
   * Must be called after the commit, or after a failure: some rows may have been committed, if DDL commits what came
   * before it.
   */
  end(): void {
    if (!this.#end) this.begin();
    this.#end?.();
    this.#end = undefined;
  }

  async during<T>(run: () => Awaitable<T>): Promise<T> {
    this.begin();
    try {
      return await run();
    } finally {
      this.end();
    }
  }
}

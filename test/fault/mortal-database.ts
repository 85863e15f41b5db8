import type { Database, Session } from '../../src/dialects/dialect.ts';

/** A database whose process dies at a chosen moment: from then on none of its statements is executed or answered. */
export class MortalDatabase {
  readonly #database: Database;
  #left = Number.POSITIVE_INFINITY;
  #late = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Dies at the `moment`th step of a schema change from now on: before the step or, with `late`, after it, before the
   * result is known.
   */
  dieAt(moment: number, late: boolean): void {
    this.#left = moment;
    this.#late = late;
  }

  get died(): boolean {
    return this.#left <= 0;
  }

  /** The database as the dying process sees it. */
  get view(): Database {
    const { all, run, transaction, chunks, changedByOthers, rowsOf, withSchemaLock } = methodsOf(this.#database);
    return {
      all: (statement) => this.#alive(async () => all(statement)),
      run: (statement) => this.#alive(() => run(statement)),
      transaction: (work) => this.#alive(() => transaction(work)),
      chunks,
      rowsOf,
      changedByOthers: () => this.#alive(async () => changedByOthers()),
      term: () => this.#database.term?.() ?? null,
      withSchemaLock: (timeoutS, work) =>
        this.#alive(() => withSchemaLock(timeoutS, (session) => work(this.#mortal(session)))),
      close: async () => {},
    };
  }

  #mortal(session: Session): Session {
    return {
      all: (statement) => this.#step(async () => session.all(statement)),
      run: (statement) => this.#step(() => session.run(statement)),
      transaction: (work) => this.#step(() => session.transaction(work)),
    };
  }

  async #step<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#late) this.#left--;
    const result = await this.#alive(work);
    if (this.#late) this.#left--;
    return this.#alive(async () => result);
  }

  async #alive<T>(work: () => Promise<T>): Promise<T> {
    if (this.died) throw Object.assign(new Error('the process is dead'), { code: 'ECONNRESET' });
    return work();
  }
}

function methodsOf(
  database: Database,
): Required<Omit<Database, 'close' | 'concurrent' | 'isGone' | 'later' | 'schemaTransaction' | 'term'>> {
  if (!database.withSchemaLock) throw new Error('the engine needs no journal');
  return {
    all: (statement) => database.all(statement),
    run: (statement) => database.run(statement),
    transaction: (work) => database.transaction(work),
    chunks: (statement, size) => database.chunks(statement, size),
    changedByOthers: () => database.changedByOthers(),
    rowsOf: (table) => database.rowsOf(table),
    withSchemaLock: database.withSchemaLock.bind(database),
  };
}

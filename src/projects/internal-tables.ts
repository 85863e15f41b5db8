import type { Database, Dialect } from '../dialects/dialect.ts';
import { runStatements } from '../dialects/run-statements.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Table } from '../schema/column.ts';

/** The internal tables of one database, each created on first use. */
export class InternalTables {
  readonly #database: Database;
  readonly #dialect: Dialect;
  readonly #made = new Map<string, Promise<void>>();

  constructor(database: Database, dialect: Dialect) {
    this.#database = database;
    this.#dialect = dialect;
  }

  /** Creates a table unless it exists. Error 11 if the account may not create it. */
  make(table: Table): Promise<void> {
    const making = this.#made.get(table.name) ?? this.#ensure(table);
    this.#made.set(table.name, making);
    return making;
  }

  /** Whether a table exists; never creates it. */
  async has(table: Table): Promise<boolean> {
    if (!this.#made.has(table.name) && (await this.#isThere(table))) this.#made.set(table.name, Promise.resolve());
    return this.#made.has(table.name);
  }

  /** Clears the cache, since another process may have dropped tables. */
  forget(): void {
    this.#made.clear();
  }

  async #ensure(table: Table): Promise<void> {
    try {
      if (!(await this.#isThere(table))) await this.#create(table);
    } catch (error) {
      this.#made.delete(table.name);
      throw error;
    }
  }

  async #isThere({ name }: Table): Promise<boolean> {
    return (await this.#dialect.internalTables(this.#database)).includes(name);
  }

  async #create(table: Table): Promise<void> {
    try {
      await this.#database.transaction((connection) => runStatements(connection, this.#dialect.ddl.create(table)));
    } catch (error) {
      if (this.#dialect.classify(error)?.kind === 'busy') throw error;
      // Another process may have created it first.
      if (!(await this.#isThere(table))) throw new ApiError('internalTableMissing', { table: table.name });
    }
  }
}

import type { Table, TableIndex } from '../../schema/column.ts';
import type { Connection, Database, TextBuild } from '../dialect.ts';
import { runStatements } from '../run-statements.ts';
import { quote } from './quoting.ts';
import { countedKey, mergingOf, remainderOf } from './text-index.ts';

/** How long a step may block the server, and how many rows it adds. */
const HOLD_MS = 10;
const ROWS = { first: 20, most: 500 };
/** How many pages are merged at a time. */
const PAGES = 16;
/** The engine's default settings. */
const USUAL = { automerge: 4, crisismerge: 16 };

const WORK = 'SELECT total_changes()';

/**
 * Adds the rows of a table to a text index in small batches, each in its own transaction, so that other writers can run
 * in between. The progress is stored in the database, so that any process that opens it can continue. Meanwhile
 * triggers maintain the index, and the rows that they have added are replaced.
 */
export function textBuild(database: Database, table: Table, index: TableIndex): TextBuild {
  return new Build(database, table, index);
}

class Build implements TextBuild {
  readonly #database: Database;
  readonly #texts: ReturnType<typeof statementsOf>;
  #rows = ROWS.first;

  constructor(database: Database, table: Table, index: TableIndex) {
    this.#database = database;
    this.#texts = statementsOf(table, index);
  }

  /** Completes the index if there is nothing left to do. It may have been created again since the last step. */
  step(): Promise<boolean> {
    return this.#database.transaction(async (connection) => {
      const begun = performance.now();
      const [hasAdded, hasMerged] = [await this.#add(connection), await this.#merge(connection)];
      this.#fit(performance.now() - begun);
      if (hasAdded || hasMerged) return false;
      await runStatements(connection, this.#texts.end);
      return true;
    });
  }

  #fit(taken: number): void {
    const fitting = Math.round((this.#rows * HOLD_MS) / taken);
    this.#rows = Math.max(1, Math.min(ROWS.most, 2 * this.#rows, fitting));
  }

  /** Returns whether there were rows to add. */
  async #add(connection: Connection): Promise<boolean> {
    const { next, remove, add, advance } = this.#texts;
    await connection.run({ text: next, parameters: [this.#rows] });
    await connection.run({ text: remove, parameters: [] });
    const { changes } = await connection.run({ text: add, parameters: [] });
    if (changes > 0) await connection.run({ text: advance, parameters: [] });
    return changes > 0;
  }

  /**
   * Returns whether there was anything to merge: in that case the engine counts more changes than the statement itself.
   */
  async #merge(connection: Connection): Promise<boolean> {
    const work = async () => Number((await connection.all({ text: WORK, parameters: [] }))[0]?.[0]);
    const before = await work();
    await runStatements(connection, this.#texts.merge);
    return (await work()) - before >= 2;
  }
}

function statementsOf(table: Table, { name, columns: [column = ''] }: TableIndex) {
  const [text, rest, from, key] = [name, remainderOf(name), table.name, countedKey(table) ?? ''].map(quote);
  const [first, last] = ['first', 'last'].map((bound) => `(SELECT "${bound}" FROM ${rest})`);
  const rows = `FROM ${from} WHERE ${key} BETWEEN ${first} AND ${last}`;
  return {
    next: `UPDATE ${rest} SET "last" = (SELECT MAX(k) FROM (SELECT ${key} AS k FROM ${from} WHERE ${key} >= ${first} ORDER BY ${key} LIMIT ?))`,
    remove: `DELETE FROM ${text} WHERE rowid IN (SELECT ${key} ${rows})`,
    add: `INSERT INTO ${text}(rowid, "text") SELECT ${key}, ${quote(column)} ${rows}`,
    advance: `UPDATE ${rest} SET "first" = "last" + 1`,
    merge: mergingOf(name, { merge: PAGES }),
    end: [...mergingOf(name, USUAL), `DROP TABLE ${rest}`],
  };
}

import type { Reader, Statement } from '../dialects/dialect.ts';
import { isRandom, tablesRead } from '../dialects/statement-tables.ts';
import type { Catalog } from './catalog.ts';
import type { TableVersion, TableVersions } from './table-versions.ts';

/**
 * What an answer is made from: the catalogue, and the tables that its statements read, with their versions before the
 * read.
 */
export class Recording {
  readonly catalog: Catalog;
  /** The database's term when the recording began. */
  readonly term: number;
  readonly #versions: TableVersions;
  readonly #seen = new Map<TableVersion, number>();
  #isRandom = false;

  /** With `spread`, a write to any table may affect what is read. */
  constructor(versions: TableVersions, catalog: Catalog, term: number, spread: boolean) {
    this.#versions = versions;
    this.catalog = catalog;
    this.term = term;
    this.#see(versions.unknown);
    if (spread) this.#see(versions.all);
  }

  /** Whether the same statements may return something else without a write. */
  get isRandom(): boolean {
    return this.#isRandom;
  }

  /** The tables and their versions. */
  get seen(): ReadonlyMap<TableVersion, number> {
    return this.#seen;
  }

  /** A reader that records what is read through it. */
  over(reader: Reader): Reader {
    return {
      ...(reader.concurrent && { concurrent: true }),
      ...(reader.rowsOf && { rowsOf: reader.rowsOf.bind(reader) }),
      all: (statement) => {
        this.#note(statement);
        return reader.all(statement);
      },
    };
  }

  #note({ text }: Statement): void {
    this.#isRandom ||= isRandom(text);
    for (const table of tablesRead(text)) this.#see(this.#versions.of(table));
  }

  /** A table that is being written has no current version. */
  #see(table: TableVersion): void {
    if (!this.#seen.has(table)) this.#seen.set(table, table.committing > 0 ? Number.NaN : table.version);
  }
}

import type { Connection, Database, Dialect } from '../../dialects/dialect.ts';
import { portableValue } from '../../persistence/portable/canonical.ts';
import { refuseTables } from '../../persistence/portable/portable.ts';
import { TableSum } from '../../persistence/portable/table-sum.ts';
import type { Table } from '../../schema/column.ts';
import type { Stored } from '../../schema/stored.ts';
import type { BackedUpTable } from '../../services/backups/archive/contents.ts';
import { framesOf, textOf } from '../../services/backups/archive/reader.ts';
import { rowsIn } from '../../services/backups/archive/row-text.ts';
import { continueCounting, createTable, naming, type Sums } from '../copy/fill.ts';
import { RowWriter } from '../copy/row-writer.ts';

/** The restored tables, with the data that was collected while reading them. */
interface RestoredTables {
  readonly tables: readonly Table[];
  readonly sums: Sums;
  /** The names of the files' objects. */
  readonly disks: ReadonlySet<string>;
}

/** Creates those tables of a backup that are `wanted`, with their rows and counters. Errors 4, 12. */
export function restoreTables(
  file: string,
  database: Database,
  dialect: Dialect,
  wanted: (table: string) => boolean,
): Promise<RestoredTables> {
  const work = async (connection: Connection): Promise<RestoredTables> => {
    const restoring = new Restoring(connection, dialect);
    let isWanted = false;
    for await (const frame of framesOf(file)) {
      if (frame.head.kind === 'table') {
        const content = JSON.parse(await textOf(frame)) as BackedUpTable;
        isWanted = wanted(content.table.name);
        if (isWanted) await restoring.begin(content);
      } else if (frame.head.kind === 'rows' && isWanted) await restoring.write(rowsIn(await textOf(frame)));
    }
    return restoring.end();
  };
  return database.transaction(work, { large: true });
}

/** Restores tables from the frames of a backup. */
class Restoring {
  readonly #connection: Connection;
  readonly #dialect: Dialect;
  readonly #tables: Table[] = [];
  readonly #sums = new Map<string, TableSum>();
  readonly #counters = new Map<string, bigint>();
  readonly #disks = new Set<string>();
  #current: { readonly table: Table; readonly sum: TableSum; readonly writer: RowWriter } | null = null;

  constructor(connection: Connection, dialect: Dialect) {
    this.#connection = connection;
    this.#dialect = dialect;
  }

  async begin({ table, next }: BackedUpTable): Promise<void> {
    refuseTables([table], this.#dialect.capabilities);
    await naming(table, () => createTable(this.#dialect, this.#connection, table));
    const sum = new TableSum(table.columns);
    this.#tables.push(table);
    this.#sums.set(table.name, sum);
    if (next !== null) this.#counters.set(table.name, BigInt(next));
    this.#current = { table, sum, writer: new RowWriter(this.#connection, this.#dialect, table) };
  }

  async write(rows: readonly (readonly Stored[])[]): Promise<void> {
    if (!this.#current) return;
    const { table, sum, writer } = this.#current;
    for (const row of rows) sum.add(row);
    if (table.name === 'directus_files') this.#noteDisks(table, rows);
    const portable = rows.map((row) => table.columns.map((column, index) => portableValue(row[index] ?? null, column)));
    await naming(table, () => writer.write(portable));
  }

  async end(): Promise<RestoredTables> {
    await continueCounting(this.#dialect, this.#connection, this.#tables, this.#counters);
    return { tables: this.#tables, sums: this.#sums, disks: this.#disks };
  }

  #noteDisks({ columns }: Table, rows: readonly (readonly Stored[])[]): void {
    const at = columns.findIndex(({ name }) => name === 'filename_disk');
    for (const row of rows) this.#disks.add(String(row[at]));
  }
}

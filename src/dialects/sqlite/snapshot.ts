import { DatabaseSync } from '@photostructure/sqlite';
import type { Row } from '../../query/shape/row.ts';
import type { DatabaseAddress, Snapshot, Statement } from '../dialect.ts';
import { inChunks } from '../row-chunk.ts';
import { countClosed } from './closed-handles.ts';
import { TableSizes } from './table-sizes.ts';
import { narrowed } from './wide-integers.ts';

type Handle = InstanceType<typeof DatabaseSync>;
type Prepared = ReturnType<Handle['prepare']>;

/** A connection that sees one state of the file until it is closed. */
class SqliteSnapshot implements Snapshot {
  readonly #database: Handle;
  /**
   * The driver crashes if a statement is garbage-collected while its rows are being read, so statements live as long as
   * the snapshot.
   */
  readonly #statements: Prepared[] = [];

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#database.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000; BEGIN; SELECT COUNT(*) FROM sqlite_master',
    );
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    return (this.#prepare(text).all(...(parameters as never[])) as unknown as Row[]).map(narrowed);
  }

  async *batches({ text, parameters }: Statement, size: number): AsyncIterable<Row[]> {
    const rows = this.#prepare(text).iterate(...(parameters as never[])) as IterableIterator<Row>;
    for (const chunk of inChunks(rows, size)) yield chunk.map(narrowed);
  }

  rowsOf(table: string): number {
    return new TableSizes((text) => Number(this.#prepare(text).all()[0]?.[0 as never] ?? 0)).rowsOf(table);
  }

  async close(): Promise<void> {
    // Statements that have not been garbage-collected keep the connection, and with it the lock of its transaction.
    this.#database.exec('ROLLBACK');
    this.#statements.length = 0;
    this.#database.close();
    countClosed();
  }

  #prepare(text: string): Prepared {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#statements.push(statement);
    return statement;
  }
}

/** Opens an existing file read-only. */
export async function openSnapshot({ file }: DatabaseAddress): Promise<Snapshot> {
  if (!file) throw new Error('an embedded database needs a file');
  return new SqliteSnapshot(file);
}

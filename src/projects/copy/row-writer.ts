import type { Connection, Dialect } from '../../dialects/dialect.ts';
import type { Table } from '../../schema/column.ts';
import type { Stored } from '../../schema/stored.ts';

/** Every engine accepts this many parameters per statement. */
const PARAMETERS = 30_000;
const ROWS = 100;
/** Servers limit the size of statements, so rows that would exceed it together are inserted one by one. */
const LIGHT = 500_000;

type Values = readonly Stored[];

/** Inserts rows into a table, in batches if they are small. */
export class RowWriter {
  readonly #connection: Connection;
  readonly #size: number;
  readonly #one: string;
  readonly #many: string;

  constructor(connection: Connection, dialect: Dialect, { name, columns }: Table) {
    const insert = { table: name, columns: columns.map((column) => column.name) };
    this.#connection = connection;
    this.#size = Math.max(1, Math.min(ROWS, Math.floor(PARAMETERS / columns.length)));
    this.#one = dialect.printer.insert(insert, null);
    this.#many = dialect.printer.insert({ ...insert, rows: this.#size }, null);
  }

  async write(rows: readonly Values[]): Promise<void> {
    const writes: Promise<unknown>[] = [];
    for (let start = 0; start < rows.length; start += this.#size)
      writes.push(...this.#writes(rows.slice(start, start + this.#size)));
    await Promise.all(writes);
  }

  #writes(rows: readonly Values[]): Promise<unknown>[] {
    if (rows.length === this.#size && weightOf(rows) < LIGHT)
      return [this.#connection.run({ text: this.#many, parameters: rows.flat() })];
    return rows.map((parameters) => this.#connection.run({ text: this.#one, parameters }));
  }
}

function weightOf(rows: readonly Values[]): number {
  return rows.flat().reduce<number>((sum, value) => sum + sizeOf(value), 0);
}

function sizeOf(value: Stored): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
}

import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Connection, Dialect, Reader } from '../dialects/dialect.ts';
import {
  and,
  type Comparison,
  columnNamed,
  type Expression,
  fixed,
  type Order,
  selectFrom,
} from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import { datatypeOf, type Kind } from '../schema/datatypes.ts';
import type { Stored } from '../schema/field-type.ts';

/** Column, sign and value, of which all must hold. */
export type Condition = readonly [column: string, sign: Comparison, value: Stored];

export type TableRow = Readonly<Record<string, Stored>>;

/** Rows of a table below the level of items: nobody's permissions are asked, nothing records or forgets anything. */
export class TableRows {
  readonly #dialect: Dialect;
  readonly #table: Table;

  constructor(dialect: Dialect, table: Table) {
    this.#dialect = dialect;
    this.#table = table;
  }

  /** Inserts a row. */
  async insert(connection: Connection, row: TableRow): Promise<void> {
    const columns = Object.keys(row);
    const text = this.#dialect.printer.insert({ table: this.#table.name, columns }, null);
    await connection.run({ text, parameters: Object.values(row) });
  }

  /** The rows that fulfil all conditions, up to `limit`, the smallest of the column `by` first. */
  async find(
    reader: Reader,
    conditions: readonly Condition[],
    by: string,
    limit: number,
    descending = false,
  ): Promise<TableRow[]> {
    const columns = this.#table.columns.map(({ name }) => this.#column(name, 't0'));
    const order: Order = { by: this.#column(by, 't0'), descending, nulls: 'none', text: false };
    const printed = this.#dialect.printer.select(
      selectFrom(this.#table.name, columns, { where: this.#where(conditions, 't0'), order: [order], limit }),
    );
    const rows = await reader.all(bind(printed, NO_BINDING));
    return rows.map((row) =>
      Object.fromEntries(this.#table.columns.map(({ name }, index) => [name, row[index] ?? null])),
    );
  }

  /** Writes values into the rows that fulfil all conditions; returns how many there were. */
  async update(connection: Connection, conditions: readonly Condition[], values: TableRow): Promise<number> {
    const columns = Object.keys(values);
    const printed = this.#dialect.printer.update({
      table: this.#table.name,
      columns,
      where: this.#where(conditions, ''),
    });
    const { parameters } = bind({ text: '', sources: printed.sources }, NO_BINDING);
    const { changes } = await connection.run({
      text: printed.text,
      parameters: [...Object.values(values), ...parameters],
    });
    return changes;
  }

  /** Deletes the rows that fulfil all conditions; returns how many there were. */
  async delete(connection: Connection, conditions: readonly Condition[]): Promise<number> {
    const printed = this.#dialect.printer.delete({ table: this.#table.name, where: this.#where(conditions, '') });
    const { changes } = await connection.run(bind(printed, NO_BINDING));
    return changes;
  }

  #where(conditions: readonly Condition[], alias: string): Expression | null {
    return and(
      conditions.map(([column, sign, value]): Expression => {
        const left = this.#column(column, alias);
        if (value === null) return { type: 'null', of: left, negated: sign === '<>' };
        return { type: 'compare', sign, left, right: fixed(value, this.#kind(column)) };
      }),
    );
  }

  #column(name: string, alias: string): Expression {
    return columnNamed(name, this.#kind(name), alias);
  }

  #kind(name: string): Kind {
    const column = this.#table.columns.find((candidate) => candidate.name === name);
    return datatypeOf(column?.datatype ?? '').kind;
  }
}

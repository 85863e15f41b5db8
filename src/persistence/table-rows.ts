import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Connection, Database, Dialect, Printed, Reader, Statement, WriteResult } from '../dialects/dialect.ts';
import type { Row } from '../query/shape/row.ts';
import { type Expression, type Order, selectFrom } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import type { Kind } from '../schema/datatypes.ts';
import type { Stored } from '../schema/stored.ts';
import type { Condition } from './conditions.ts';
import { expressionOf, formOf, valuesOf } from './conditions.ts';
import { PrintedForms } from './printed-forms.ts';
import { columnIn, kindIn } from './table-column.ts';

export type TableRow = Readonly<Record<string, Stored>>;

/** The column or columns to sort by; a leading minus sorts descending. */
type SortedBy = string | readonly string[];

/** The columns, order and range of rows to read. */
interface Part {
  /** All columns by default. */
  readonly columns?: readonly string[];
  /** How many matching rows to skip. */
  readonly offset?: number;
}

/** A select without its values. */
interface Form extends Part {
  readonly where: readonly Condition[];
  readonly by: readonly string[];
  readonly limit: number | null;
}

/** How many forms of statements are cached per table and printer. */
const KEPT = 100;
const forms = new WeakMap<Table, PrintedForms>();

/**
 * Rows of a table, not as items: no permissions apply, and nothing is recorded or invalidated. Reads see what their
 * reader sees; inside a transaction, pass its connection.
 */
export class TableRows {
  readonly #dialect: Dialect;
  readonly #table: Table;
  readonly #forms: PrintedForms;

  constructor(dialect: Dialect, table: Table) {
    this.#dialect = dialect;
    this.#table = table;
    this.#forms = forms.get(table) ?? new PrintedForms(KEPT);
    forms.set(table, this.#forms);
  }

  /** The rows that fulfil all conditions, in the given order, up to `limit`. */
  async find(
    reader: Reader,
    where: readonly Condition[],
    by: SortedBy,
    limit: number | null,
    part: Part = {},
  ): Promise<TableRow[]> {
    const rows = await reader.all(this.#select({ ...part, where, by: listOf(by), limit }));
    return this.#named(rows, part);
  }

  /** The number of rows that fulfil all conditions. */
  async count(reader: Reader, where: readonly Condition[]): Promise<number> {
    const printed = this.#printed(`count\0${formOf(where)}`, () =>
      this.#dialect.printer.select(
        selectFrom(this.#table.name, [{ type: 'count' }], { where: this.#where(where, 't0') }),
      ),
    );
    return Number((await reader.all(bound(printed, valuesOf(where))))[0]?.[0] ?? 0);
  }

  /** All rows that fulfil the conditions, in chunks of at most `size`, as of the first read. */
  async *chunks(
    database: Database,
    where: readonly Condition[],
    by: SortedBy,
    size: number,
    part: Part = {},
  ): AsyncGenerator<TableRow[]> {
    const statement = this.#select({ ...part, where, by: listOf(by), limit: null });
    for await (const rows of database.chunks(statement, size)) yield this.#named(rows, part);
  }

  /** The rows whose column has one of the values, however many there are. */
  async findAmong(reader: Reader, column: string, values: readonly Stored[]): Promise<TableRow[]> {
    const printed = this.#printed(`among\0${column}`, () => {
      const [left, kind] = [columnIn(this.#table, column, 't0'), kindIn(this.#table, column)];
      const columns = this.#columnsOf({}).map((name) => columnIn(this.#table, name, 't0'));
      return this.#dialect.printer.select(
        selectFrom(this.#table.name, columns, { where: { type: 'inKeys', left, kind } }),
      );
    });
    return this.#named(await reader.all(bound(printed, values)), {});
  }

  /** Inserts a row. */
  async insert(connection: Connection, row: TableRow): Promise<void> {
    await this.#insert(connection, row, null);
  }

  /** Inserts a row with an auto-increment `id`, and returns its id. */
  async insertCounted(connection: Connection, row: TableRow): Promise<number> {
    const { keys } = await this.#insert(connection, row, 'id');
    return Number(keys[0]);
  }

  /** Updates the rows that fulfil all conditions; returns their number. */
  async update(connection: Connection, where: readonly Condition[], values: TableRow): Promise<number> {
    const columns = Object.keys(values);
    const printed = this.#printed(`update\0${columns.join('\0')}\0\0${formOf(where)}`, () =>
      this.#dialect.printer.update({ table: this.#table.name, columns, where: this.#where(where, '') }),
    );
    const { text, parameters } = bound(printed, valuesOf(where));
    const { changes } = await connection.run({ text, parameters: [...Object.values(values), ...parameters] });
    return changes;
  }

  /** Deletes the rows that fulfil all conditions; returns their number. */
  async delete(connection: Connection, where: readonly Condition[]): Promise<number> {
    const printed = this.#printed(`delete\0${formOf(where)}`, () =>
      this.#dialect.printer.delete({ table: this.#table.name, where: this.#where(where, '') }),
    );
    const { changes } = await connection.run(bound(printed, valuesOf(where)));
    return changes;
  }

  #insert(connection: Connection, row: TableRow, key: string | null): Promise<WriteResult> {
    const columns = Object.keys(row);
    const { text } = this.#printed(`insert\0${key ?? ''}\0${columns.join('\0')}`, () => ({
      text: this.#dialect.printer.insert({ table: this.#table.name, columns }, key),
      sources: [],
    }));
    return connection.run({ text, parameters: Object.values(row) });
  }

  #select(form: Form): Statement {
    const { where, by, limit, offset } = form;
    const name = `select\0${form.columns?.join('\0') ?? '*'}\0\0${by.join('\0')}\0${limit}\0${offset !== undefined}\0${formOf(where)}`;
    const printed = this.#printed(name, () => this.#printSelect(form));
    return bound(printed, valuesOf(where), offset);
  }

  #printSelect(form: Form): Printed {
    const { where, by, limit, offset } = form;
    return this.#dialect.printer.select(
      selectFrom(
        this.#table.name,
        this.#columnsOf(form).map((column) => columnIn(this.#table, column, 't0')),
        {
          where: this.#where(where, 't0'),
          order: by.map((column) => this.#orderBy(column)),
          limit,
          offset: offset === undefined ? null : (binding) => binding.offset,
        },
      ),
    );
  }

  #orderBy(sorted: string): Order {
    const descending = sorted.startsWith('-');
    const name = descending ? sorted.slice(1) : sorted;
    const isNullable = this.#table.columns.find((column) => column.name === name)?.nullable === true;
    return { by: columnIn(this.#table, name, 't0'), descending, nulls: isNullable ? null : 'none', text: false };
  }

  #where(conditions: readonly Condition[], alias: string): Expression | null {
    let place = 0;
    const parameter = (_value: Stored, kind: Kind): Expression => {
      const at = place++;
      return { type: 'parameter', kind, source: ({ keys }) => keys[at] ?? null };
    };
    return expressionOf(this.#table, alias, conditions, parameter);
  }

  #printed(form: string, print: () => Printed): Printed {
    return this.#forms.of(this.#dialect.printer, form, print);
  }

  #columnsOf({ columns }: Part): readonly string[] {
    return columns ?? this.#table.columns.map(({ name }) => name);
  }

  #named(rows: readonly Row[], part: Part): TableRow[] {
    const columns = this.#columnsOf(part);
    return rows.map((row) => {
      const named: Record<string, Stored> = {};
      for (const [index, name] of columns.entries()) named[name] = row[index] ?? null;
      return named;
    });
  }
}

const listOf = (by: SortedBy): readonly string[] => (typeof by === 'string' ? [by] : by);

function bound(printed: Printed, keys: readonly Stored[], offset = 0): Statement {
  return bind(printed, { ...NO_BINDING, keys, offset });
}

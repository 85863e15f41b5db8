import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Connection, Dialect } from '../dialects/dialect.ts';
import { columnNamed, type Expression, selectFrom } from '../query/sql/nodes.ts';
import type { Collection } from '../schema/collection.ts';
import { datatypeOf, type Kind } from '../schema/datatypes.ts';
import type { Stored } from '../schema/field-type.ts';
import { primaryKeyOf } from '../schema/schema.ts';

/** A row as it was before a change; `row` is null where there was none. */
export interface FormerRow {
  readonly table: string;
  readonly key: { readonly column: string; readonly kind: Kind; readonly value: Stored };
  readonly row: Readonly<Record<string, Stored>> | null;
}

/** Keeps the rows that a change writes to as they were, for engines whose rows can get ahead of their tables. */
export class UndoLog {
  readonly #connection: Connection;
  readonly #dialect: Dialect;
  readonly #former: FormerRow[] = [];

  constructor(connection: Connection, dialect: Dialect) {
    this.#connection = connection;
    this.#dialect = dialect;
  }

  /** In the order of the changes: the last is the first to be undone. */
  get former(): readonly FormerRow[] {
    return this.#former;
  }

  /** Told of a row that has come. */
  inserted(collection: Collection, value: Stored): void {
    this.insertedInto(collection.name, keyOf(collection, value));
  }

  /** The same for a table that is no collection. */
  insertedInto(table: string, key: FormerRow['key']): void {
    this.#former.push({ table, key, row: null });
  }

  /** Told of rows before they change or go. */
  async changing(collection: Collection, where: Expression | null): Promise<void> {
    const { columns } = collection.table;
    const select = columns.map(({ name, datatype }) => columnNamed(name, datatypeOf(datatype).kind));
    const printed = this.#dialect.printer.select(selectFrom(collection.name, select, { where }));
    for (const values of await this.#connection.all(bind(printed, NO_BINDING))) {
      const row = Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null]));
      this.#former.push({ table: collection.name, key: keyOf(collection, row[primaryKeyOf(collection).name]), row });
    }
  }
}

function keyOf(collection: Collection, value: Stored | undefined): FormerRow['key'] {
  const { name, kind } = primaryKeyOf(collection);
  return { column: name, kind: kind ?? 'text', value: value ?? null };
}

import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Connection, Dialect } from '../dialects/dialect.ts';
import { columnOf } from '../query/sql/columns.ts';
import { type Expression, selectFrom } from '../query/sql/nodes.ts';
import type { Collection } from '../schema/collection.ts';
import type { Kind } from '../schema/datatypes.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';

/** A row before a change; `row` is null if there was none. */
export interface FormerRow {
  readonly table: string;
  readonly key: { readonly column: string; readonly kind: Kind; readonly value: Stored };
  readonly row: Readonly<Record<string, Stored>> | null;
}

/** Keeps the former rows of a change, for engines on which rows and tables cannot be rolled back together. */
export class UndoLog {
  readonly #connection: Connection;
  readonly #dialect: Dialect;
  readonly #former: FormerRow[] = [];

  constructor(connection: Connection, dialect: Dialect) {
    this.#connection = connection;
    this.#dialect = dialect;
  }

  /** In the order of the changes: the last one is undone first. */
  get former(): readonly FormerRow[] {
    return this.#former;
  }

  /** Records an inserted row. */
  inserted(collection: Collection, value: Stored): void {
    this.insertedInto(collection.name, keyOf(collection, value));
  }

  /** The same for a table that is not a collection. */
  insertedInto(table: string, key: FormerRow['key']): void {
    this.#former.push({ table, key, row: null });
  }

  /** Keeps rows before they are changed or deleted. */
  async changing(collection: Collection, where: Expression | null): Promise<void> {
    const { columns } = collection.table;
    const select = columns.map(columnOf);
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

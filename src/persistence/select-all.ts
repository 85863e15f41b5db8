import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Dialect, Statement } from '../dialects/dialect.ts';
import { columnOf } from '../query/sql/columns.ts';
import { type Expression, selectFrom } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';

/** A statement that reads all rows and columns of a table, moments with their fractions of a second. */
export function selectAll(dialect: Dialect, table: Table): Statement {
  const columns = table.columns.map((column): Expression => {
    const of = columnOf(column);
    return column.fraction === undefined ? of : { type: 'place', of };
  });
  return bind(dialect.printer.select(selectFrom(table.name, columns)), NO_BINDING);
}

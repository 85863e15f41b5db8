import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Dialect, Statement } from '../dialects/dialect.ts';
import { columnNamed, selectFrom } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import { datatypeOf } from '../schema/datatypes.ts';

/** The statement that reads a table as it stands: all rows, all columns in their order. */
export function selectAll(dialect: Dialect, table: Table): Statement {
  const columns = table.columns.map(({ name, datatype }) => columnNamed(name, datatypeOf(datatype).kind));
  return bind(dialect.printer.select(selectFrom(table.name, columns)), NO_BINDING);
}

import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Dialect, Statement } from '../dialects/dialect.ts';
import { columnNamed, selectFrom } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import { datatypeOf } from '../schema/datatypes.ts';

/** A statement that reads all rows and columns of a table. */
export function selectAll(dialect: Dialect, table: Table): Statement {
  const columns = table.columns.map(({ name, datatype }) => columnNamed(name, datatypeOf(datatype).kind));
  return bind(dialect.printer.select(selectFrom(table.name, columns)), NO_BINDING);
}

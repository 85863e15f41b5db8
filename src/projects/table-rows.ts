import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Dialect, Statement } from '../dialects/dialect.ts';
import type { Table } from '../schema/column.ts';
import { datatypeOf } from '../schema/datatypes.ts';

/** The statement that reads a table as it stands: all rows, all columns in their order. */
export function selectAll(dialect: Dialect, table: Table): Statement {
  const columns = table.columns.map(
    ({ name, datatype }) => ({ type: 'column', alias: 't0', name, kind: datatypeOf(datatype).kind }) as const,
  );
  const select = {
    table: table.name,
    alias: 't0',
    columns,
    where: null,
    order: [],
    limit: null,
    offset: null,
    group: [],
  };
  return bind(dialect.printer.select(select), NO_BINDING);
}

import { columnNamed, type Expression } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import { datatypeOf, type Kind } from '../schema/datatypes.ts';

/** The kind of a column. */
export function kindIn(table: Table, name: string): Kind {
  const column = table.columns.find((candidate) => candidate.name === name);
  return datatypeOf(column?.datatype ?? '').kind;
}

/** A column of a table by the table's alias, which is empty if the statement has a single table. */
export function columnIn(table: Table, name: string, alias: string): Expression {
  return columnNamed(name, kindIn(table, name), alias);
}

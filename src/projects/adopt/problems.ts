import type { Table } from '../../schema/column.ts';
import { datatypes } from '../../schema/datatypes.ts';

/** Why a table that Octavo did not create cannot be served completely; empty if it can. */
export function problemsOf(table: Table): string[] {
  const keys = table.columns.filter(({ primaryKey }) => primaryKey);
  const unknown = table.columns.filter(({ datatype }) => !(datatype in datatypes));
  return [
    ...keyProblem(keys.length),
    ...unknown.map(({ name, datatype }) => `${name}: datatype ${datatype} is read as text`),
  ];
}

function keyProblem(count: number): string[] {
  if (count === 1) return [];
  return [count === 0 ? 'has no primary key' : `has a primary key over ${count} columns`].map(
    (reason) => `${reason}: its items cannot be read or written one by one`,
  );
}

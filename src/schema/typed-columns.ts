import type { Column, Table } from './column.ts';
import { datatypeOf, NUMERIC_OR_TEMPORAL } from './datatypes.ts';

/** Whether the values of a column are numbers or moments, whose texts contain few letters. */
export const isTyped = ({ datatype }: Pick<Column, 'datatype'>): boolean =>
  NUMERIC_OR_TEMPORAL.has(datatypeOf(datatype).kind) && datatype !== 'BOOL' && datatype !== 'BOOLEAN';

/** More columns would make a condition too deep for an engine. */
const MAX_COLUMNS = 100;

/**
 * The columns of numbers and moments, except an auto-increment key, which holds nothing else on any engine. Null if
 * there are too many for one condition.
 */
export function typedColumns({ columns }: Table): readonly Column[] | null {
  const typed = columns.filter((column) => isTyped(column) && !column.autoIncrement);
  return typed.length > MAX_COLUMNS ? null : typed;
}

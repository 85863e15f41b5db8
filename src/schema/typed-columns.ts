import type { Column, Table } from './column.ts';
import { datatypeOf, type Kind } from './datatypes.ts';

const TYPED: ReadonlySet<Kind> = new Set(['integer', 'bigint', 'decimal', 'float', 'date', 'time', 'datetime']);

/** Whether the values of a column are numbers or moments, whose texts have few letters. */
export const isTyped = ({ datatype }: Pick<Column, 'datatype'>): boolean =>
  TYPED.has(datatypeOf(datatype).kind) && datatype !== 'BOOL' && datatype !== 'BOOLEAN';

/** More of them would make a condition that is too deep for an engine. */
const MOST = 100;

/**
 * The columns of numbers and moments, except a key that the engine counts, which holds nothing else on any engine. Null
 * if there are too many to look at in one condition.
 */
export function typedColumns({ columns }: Table): readonly Column[] | null {
  const typed = columns.filter((column) => isTyped(column) && !column.autoIncrement);
  return typed.length > MOST ? null : typed;
}

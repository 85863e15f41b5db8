import { ApiError } from '../../errors/api-error.ts';
import type { Column } from '../../schema/column.ts';
import { columnLength } from '../../schema/column-length.ts';
import type { Field, FieldType } from '../../schema/field.ts';
import { isSystemField } from '../../schema/system/tables.ts';

/**
 * Refuses a change of a field that the server itself depends on: it keeps its type and its column, which may only become
 * longer, or get another default or comment. Error 10. (Contract, S-115.)
 */
export function protectSystemField(field: Field, type: FieldType, after: Column | null): void {
  const { collection, name, column } = field;
  if (!isSystemField(collection, name)) return;
  if (type === field.type && (column === after || (column && after && isCompatible(column, after)))) return;
  throw new ApiError('systemFieldProtected', { field: name, collection, change: 'redefined' });
}

const isCompatible = (before: Column, after: Column): boolean =>
  before.datatype === after.datatype &&
  before.signed === after.signed &&
  before.nullable === after.nullable &&
  before.primaryKey === after.primaryKey &&
  before.autoIncrement === after.autoIncrement &&
  before.unique === after.unique &&
  lengthOf(before) <= lengthOf(after);

const lengthOf = (column: Column): number => Number(columnLength(column) ?? Number.POSITIVE_INFINITY);

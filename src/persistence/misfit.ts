import type { ApiError } from '../errors/api-error.ts';
import type { Column, Table } from '../schema/column.ts';

/** A requirement of a column on its values. */
export type Constraint = 'unique' | 'required' | 'length' | 'type';

/** A changed column, with its table before the change. */
export interface ColumnChange {
  readonly table: Table;
  readonly before: Column;
  readonly after: Column;
}

/** A new column, with its table before the change. */
export interface ColumnAddition {
  readonly table: Table;
  readonly before: null;
  readonly after: Column;
}

/** A change of a column that existing values do not allow, or a new column that requires values of existing items. */
export interface Misfit {
  readonly change: ColumnChange | ColumnAddition;
  readonly constraint: Constraint;
  readonly error: ApiError;
}

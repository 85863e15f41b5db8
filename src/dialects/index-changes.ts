import type { Table, TableIndex } from '../schema/column.ts';

/** The indexes of one form of a table that another form lacks; none where the other says nothing of indexes. */
export function without({ indexes = [] }: Table, other: Table): readonly TableIndex[] {
  const names = new Set(other.indexes?.map(({ name }) => name));
  return other.indexes ? indexes.filter(({ name }) => !names.has(name)) : [];
}

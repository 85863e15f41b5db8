import type { Table, TableIndex } from '../schema/column.ts';

/**
 * The indexes of one version of a table that another version lacks; none if the other version does not specify indexes.
 */
export function without({ indexes = [] }: Table, other: Table): readonly TableIndex[] {
  const names = new Set(other.indexes?.map(({ name }) => name));
  return other.indexes ? indexes.filter(({ name }) => !names.has(name)) : [];
}

import { fixed } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import type { Condition } from './conditions.ts';
import { expressionOf } from './conditions.ts';
import { deleteWhere } from './rows.ts';
import type { Transaction } from './transaction.ts';

/**
 * Deletes the rows of a collection that fulfil all conditions, in a way that the transaction can undo. Returns their
 * number.
 */
export function deleteMatching(tx: Transaction, table: Table, where: readonly Condition[]): Promise<number> {
  return deleteWhere(tx, table.name, expressionOf(table, '', where, fixed));
}

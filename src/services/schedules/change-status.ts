import type { Context } from '../../persistence/context.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';
import { rolledBack } from '../items/rolled-back.ts';
import { updateItem } from '../items/write-item.ts';

/** An item and its new status. */
export interface StatusChange {
  readonly collection: Collection;
  readonly item: string;
  readonly status: string;
}

/** Sets an item's status, like a request for that change. Throws the errors of a write. */
export async function changeStatus(tx: Transaction, { collection, item, status }: StatusChange): Promise<void> {
  const field = collection.status?.field.name ?? '';
  await updateItem(tx, collection, item, { [field]: status }, { whole: true });
}

/**
 * Refuses a change that the caller could not make now, by making it and rolling it back. No hooks run. Throws the
 * errors of a write.
 */
export const requireChange = (context: Context, change: () => StatusChange): Promise<void> =>
  rolledBack(context, (tx) => changeStatus(tx, change()));

import type { ItemChange } from '../../persistence/changes.ts';
import { noteItem } from '../../persistence/note-item.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { FormerRow } from '../../persistence/undo-log.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { beforeItem } from '../hooks/item-hooks.ts';
import { enqueueWebhooks } from '../webhooks/enqueue.ts';

/**
 * Restores the row of a relation with `write`, and notifies hooks and webhooks as for a request that writes this item.
 * Hooks may refuse it. (Contract, X-34 and S-182.)
 */
export async function restoreRelation(
  tx: SchemaTransaction,
  collection: Collection,
  former: FormerRow,
  write: () => Promise<void>,
): Promise<void> {
  const key = former.key.value;
  const before = (await readWhole(tx, collection, String(key))) ?? null;
  const action = actionOf(former, before);
  if (!action) return write();
  const changed = Object.entries(former.row ?? {}).filter(([name, value]) => value !== before?.[name]);
  await beforeItem(tx, collection, action, { ...Object.fromEntries(changed), [former.key.column]: key });
  await write();
  await enqueueWebhooks(tx, collection, noteItem(tx, collection, { key, action, before }, new Map(changed)));
}

/** The action on the row; null if it is already gone. */
function actionOf({ row }: FormerRow, before: Item | null): ItemChange['action'] | null {
  if (row) return before ? 'update' : 'create';
  return before && 'delete';
}

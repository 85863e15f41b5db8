import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { shownKey } from '../../schema/shown-key.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { ReadResult } from '../items/read.ts';
import { refuseChanged } from '../items/unchanged.ts';
import { visibleItem } from '../items/visible.ts';
import { checkAnswer, readWritten } from '../items/write.ts';
import { updateItem } from '../items/write-item.ts';

/** Restores an item to one of its revisions. Errors 203, 207, 302. (Contract, L-50 to L-54.) */
export async function revertItem(
  context: Context,
  collectionName: string,
  key: string,
  revision: string,
  query: Query,
): Promise<ReadResult | null> {
  await inTransaction(context, async (tx) => {
    const collection = presentCollection(context, collectionName);
    const revisions = presentCollection(context, 'directus_revisions');
    const item = toKey(collection, key) === null ? undefined : await readWhole(tx, collection, key);
    if (!item) throw new ApiError('itemNotFound');
    // First of all: any other error would depend on what the caller may not see.
    if (!(await visibleItem(tx, collection, key))) throw new ApiError('updateDenied', { collection: collectionName });
    const found = toKey(revisions, revision) === null ? undefined : await readWhole(tx, revisions, revision);
    const keys: readonly unknown[] = [key, shownKey(collection, key, item)];
    if (found?.collection !== collectionName || !keys.includes(found.item))
      throw new ApiError('revisionNotFound', { id: revision });
    await refuseChanged(tx, collection, key);
    await updateItem(tx, collection, key, snapshot(collection, found.data), { action: 'revert' });
    checkAnswer(tx, collection, [key], false, query);
  });
  return readWritten(committed(context), presentCollection(context, collectionName), [key], false, query);
}

/** Returns the values of a revision whose columns still exist. */
function snapshot(collection: Collection, data: unknown): Payload {
  if (!isRecord(data)) return {};
  const key = primaryKeyOf(collection).name;
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => name !== key && collection.byName.get(name)?.column),
  );
}

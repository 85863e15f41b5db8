import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { removeCollection } from '../../persistence/remove-collection.ts';
import { shortForm } from '../../schema/present/collection.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { refuseChangedForm } from '../items/unchanged.ts';

/** Deletes a collection with its items. Errors 200, 306, 10. (Contract, S-54 and S-55.) */
export async function deleteCollection(context: Context, name: string): Promise<void> {
  await changeSchema(context, async (tx) => {
    const collection = presentCollection(context, name);
    if (!isAdmin(context.caller)) throw new ApiError('alterDenied', { collection: name });
    if (collection.system) throw new ApiError('systemCollectionProtected', { change: 'deleted' });
    refuseChangedForm(context, name, shortForm(collection));
    await notifySchemaHooks(tx, 'collection.delete', name, { collection: name });
    await removeCollection(tx, collection);
  });
}

import { ApiError } from '../../errors/api-error.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isAdmin } from '../caller.ts';
import type { Context } from '../context.ts';
import { tellOfSchema } from '../hooks/schema-hooks.ts';
import { refuseChangedForm } from '../items/unchanged.ts';
import { changeSchema } from '../writing.ts';
import { shortForm } from './present.ts';
import { removeCollection } from './remove.ts';

/** Deletes a collection with its items. Errors 200, 306, 10. (Specification, "Collections".) */
export async function deleteCollection(context: Context, name: string): Promise<void> {
  await changeSchema(context, async (writing) => {
    const collection = collectionOf(context.store.catalog.schema, name);
    if (!isAdmin(context.caller)) throw new ApiError('alterDenied', { collection: name });
    if (collection.system) throw new ApiError('systemCollectionProtected', { change: 'deleted' });
    refuseChangedForm(context, name, shortForm(collection));
    await tellOfSchema(writing, 'collection.delete', name, { collection: name });
    await removeCollection(writing, collection);
  });
}

import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { planContext } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { checkChanging } from '../../query/plan/write/permit.ts';
import { collectionOf } from '../../schema/schema.ts';
import { requireFindable } from './find.ts';
import { type ImportInput, targetOf } from './input.ts';

/**
 * Refuses an import of which every row would be refused, because the caller lacks the permission to write, or to read
 * the related items. Errors 300 to 303, and those of lists.
 */
export async function requireImport(context: Context, input: ImportInput): Promise<void> {
  const { schema, policy } = context.store.catalog;
  const collection = collectionOf(schema, input.collection);
  if (input.mode !== 'insert') checkChanging(planContext(context), collection);
  if (input.mode !== 'update' && !policy(context.caller).collection(collection.name).allows('create'))
    throw new ApiError('createDenied', { collection: collection.name });
  if (input.key.length > 0) await requireFindable(committed(context), collection, input.key);
  for (const { field } of input.mapping ?? []) {
    const { related } = targetOf(schema, collection, field);
    if (related) await requireFindable(committed(context), related.collection, [related.field.name]);
  }
}

/** Refuses uploads by callers who may not import into the collection, or into any. Errors 4, 200, 301. */
export function requireImporter({ store, caller }: Context, collection: string | undefined): void {
  if (collection === undefined) throw brokenRule('collection', violation.blank);
  const { schema, policy } = store.catalog;
  const rights = policy(caller).collection(collectionOf(schema, collection).name);
  if (!rights.allows('create') && !rights.allows('update')) throw new ApiError('createDenied', { collection });
}

import type { Collection } from '../../../schema/collection.ts';
import type { WriteContext } from './context.ts';
import type { ActivityAction, How, Step } from './plan.ts';
import { recordedChange } from './recorded.ts';
import type { Payload } from './validate.ts';

const UNLOGGED: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_revisions',
  'directus_collection_presets',
  'directus_user_sessions',
  'directus_migrations',
]);

/** Records a change: who did what, and what of the item has changed, where changes of the collection are recorded. */
export function* recordStep(
  { schema, recorded, comment }: Pick<WriteContext, 'schema' | 'recorded' | 'comment'>,
  collection: Collection,
  action: ActivityAction,
  payload: Payload,
  { parent = undefined, apart }: How,
): Generator<Step> {
  if (!recorded || UNLOGGED.has(collection.name)) return;
  yield {
    do: 'record',
    action,
    comment: parent || apart ? null : comment,
    delta: recordedChange(schema, collection, payload),
    parent: parent ?? null,
  };
}

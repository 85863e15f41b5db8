import type { Change, ItemChange, SchemaEvent } from '../../persistence/changes.ts';
import type { Context } from '../../persistence/context.ts';
import { forgetRecords } from '../../persistence/forget-records.ts';
import { tellSignedIn } from '../auth/auth-hooks.ts';
import { removeContent } from '../files/remove.ts';
import { settleSoon } from '../files/settle-soon.ts';
import { hearsOf, itemHappened } from '../hooks/item-hooks.ts';
import { tellAfter } from '../hooks/run.ts';
import { schemaHappened } from '../hooks/schema-hooks.ts';
import { toldOf } from '../webhooks/announce.ts';

type Consumers = {
  readonly [Kind in Change['kind']]?: (
    context: Context,
    change: Extract<Change, { kind: Kind }>,
  ) => Promise<void> | void;
};

/** What is done about a change when it is committed, by its kind. */
const consumers: Consumers = {
  item(context, change) {
    if (!hearsOf(context.store.extensions, change.action, change.collection)) return;
    tellAfter(by(context, change), itemHappened(change), toldOf(context.store.catalog.schema, change));
  },
  schema: (context, change) => tellAfter(by(context, change), schemaHappened(change), change.data),
  'sign-in': tellSignedIn,
  dropped: ({ store }, { collection, records }) => forgetRecords(store, collection, records),
  released: ({ store }, { disk }) => removeContent(store, disk),
  pending: ({ store }, { file, object, checksum }) => settleSoon(store, file, object, checksum),
};

/**
 * Tells the consumers of the changes of a transaction that is committed, in the order in which they happened. What fails
 * here fails without harm: whatever has to happen is in the database, and done later.
 */
export async function tellConsumers(context: Context, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const consume = consumers[change.kind];
    if (consume) await (async () => consume(context, change as never))().catch(() => {});
  }
}

/** The context of whoever has made a change: the caller, or a hook on the way. */
function by(context: Context, { by: author }: ItemChange | SchemaEvent): Context {
  const { depth: _depth, ...rest } = context;
  return { ...rest, ...author };
}

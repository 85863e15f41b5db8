import { detachCollection } from '../../persistence/attached.ts';
import type { Change, ItemChange, SchemaEvent } from '../../persistence/changes.ts';
import type { Context } from '../../persistence/context.ts';
import { forgetRecords } from '../../persistence/forget-records.ts';
import { reportFailure } from '../../persistence/report-failure.ts';
import { notifySignInHooks } from '../auth/auth-hooks.ts';
import { removeContent } from '../files/remove.ts';
import { settleSoon } from '../files/settle-soon.ts';
import { hasItemHooks, itemHookEvent } from '../hooks/item-hooks.ts';
import { notifyAfter } from '../hooks/run.ts';
import { schemaHookEvent } from '../hooks/schema-hooks.ts';
import { consumedData } from '../webhooks/enqueue.ts';

type Consumers = {
  readonly [Kind in Change['kind']]?: (
    context: Context,
    change: Extract<Change, { kind: Kind }>,
  ) => Promise<void> | void;
};

/** What each kind of change triggers after the commit. */
const consumers: Consumers = {
  item(context, change) {
    if (!hasItemHooks(context.store.extensions, change.action, change.collection)) return;
    notifyAfter(by(context, change), itemHookEvent(change), consumedData(context.store.catalog.schema, change));
  },
  schema: (context, change) => notifyAfter(by(context, change), schemaHookEvent(change), change.data),
  'sign-in': notifySignInHooks,
  async dropped({ store }, { collection, records }) {
    await detachCollection(store, collection);
    await forgetRecords(store, collection, records);
  },
  released: ({ store }, { disk }) => removeContent(store, disk),
  pending: ({ store }, { file, object, checksum }) => settleSoon(store, file, object, checksum),
};

/**
 * Notifies the consumers of a committed transaction's changes, in order. Failures here are only logged: everything that
 * must happen is in the database and is done later.
 */
export async function notifyConsumers(context: Context, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const consume = consumers[change.kind];
    if (!consume) continue;
    await (async () => consume(context, change as never))().catch((error: unknown) =>
      reportFailure(context.store, error, change.kind),
    );
  }
}

/** Returns the context with the author of the change: the caller, or a hook that ran on the caller's behalf. */
function by(context: Context, { by: author }: ItemChange | SchemaEvent): Context {
  const { depth: _depth, ...rest } = context;
  return { ...rest, ...author };
}

import type { Matched } from '../../patterns/pattern.ts';
import type { ItemChange } from '../../persistence/changes.ts';
import { planContext, type Scope } from '../../persistence/context.ts';
import type { StoreView } from '../../persistence/store.ts';
import type { WriteContext } from '../../query/plan/write/context.ts';
import type { How } from '../../query/plan/write/plan.ts';
import { hasItemHooks } from '../hooks/item-hooks.ts';
import { rulesOf } from '../system/all.ts';

/** Returns what write plans depend on, for the caller of a scope. */
export function writeContext(scope: Scope, matched: Matched, how: How = {}): WriteContext {
  const { store, caller, now, write } = scope;
  const { schema, policy } = planContext(scope);
  return {
    schema,
    policy,
    caller,
    now,
    timeZone: store.catalog.settings.timeZone,
    comment: write.comment,
    strict: store.catalog.settings.strict,
    recorded: isRecorded(scope, how),
    hooked: store.extensions !== null,
    matched,
    rulesOf,
    isAwaited: (action, collection) => isAwaited(store, action, collection),
  };
}

/** Whether a write is recorded. The request decides, or the write that it is nested in. */
export function isRecorded({ write: { skipActivity } }: Scope, { records }: How): boolean {
  return records !== 'never' && (!skipActivity || records === 'always');
}

/** Whether a webhook or a hook must be notified of this action on a collection. */
export function isAwaited(
  { catalog, extensions }: StoreView,
  action: ItemChange['action'],
  collection: string,
): boolean {
  if (catalog.webhooks.of(collection, `item.${action}:after`).length > 0) return true;
  return extensions !== null && hasItemHooks(extensions, action, collection);
}

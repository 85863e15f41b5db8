import { actionDenied } from '../../errors/action-denied.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Action } from '../../permissions/action.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';

/**
 * Refuses an action that the caller's role may not perform on a collection at all. Errors 300 to 303; 3 for reads by
 * the public.
 */
export function requireAction(context: Scope, collection: string, action: Action): void {
  if (context.store.catalog.policy(context.caller).collection(collection).allows(action)) return;
  if (action === 'read' && context.caller.kind === 'public') throw new ApiError('unauthorized');
  throw new ApiError(actionDenied[action], { collection });
}

/**
 * Refuses an action that the caller's role may not perform on a collection's fields. Only administrators change the
 * fields of system collections. Errors 301 to 303.
 */
export function requireFieldAction(context: Scope, collection: string, action: Exclude<Action, 'read'>): void {
  requireAction(context, 'directus_fields', action);
  requireAction(context, collection, action);
  if (isSystemCollection(collection) && !isAdmin(context.caller))
    throw new ApiError(actionDenied[action], { collection: 'directus_fields' });
}

/** Types of fields that decide, together with the permissions, who may do what with an item. */
const DECIDING: ReadonlySet<string | undefined> = new Set(['owner', 'status']);

/**
 * Refuses the addition and the removal of a field that decides about permissions, by giving it a type or taking it
 * away: with an owner field whose default is one's own id, all items would be one's own. Errors 301 to 303.
 */
export function requireDeciding(
  { caller }: Scope,
  action: Exclude<Action, 'read'>,
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
): void {
  if (isAdmin(caller) || before === after || !(DECIDING.has(before) || DECIDING.has(after))) return;
  throw new ApiError(actionDenied[action], { collection: 'directus_fields' });
}

/** Returns a field of a collection. Errors 202, and 215 if the caller may not read it. */
export function fieldOf(context: Scope, collection: Collection, name: string): Field {
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('fieldNotFound', { field: name, collection: collection.name });
  const access = context.store.catalog.policy(context.caller).collection(collection.name).readable(name);
  if (access.kind === 'never' && !collection.system) throw new ApiError('relatedDataDenied', { field: name });
  return field;
}

import { bind } from '../../dialects/bind.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { isAdmin, roleOf, userIdOf } from '../../permissions/caller.ts';
import type { Action } from '../../permissions/policy.ts';
import { type Context, planContext } from '../../persistence/context.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { operatorNamed } from '../../query/operators.ts';
import type { Predicate } from '../../query/plan/plan.ts';
import { all, permittedRows } from '../../query/plan/visibility.ts';
import { movesStatus, statusOf } from '../../query/plan/write/status.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { selectCount } from '../../query/sql/select.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';

const DENIED = { create: 'createDenied', read: 'readDenied', update: 'updateDenied', delete: 'deleteDenied' } as const;

/** The policy of a context's caller for a collection. */
function policyFor(context: Context, collection: Collection) {
  return context.store.catalog.policy(roleOf(context.caller)).collection(collection.name);
}

/**
 * Refuses a change that must be explained and is not, and fields that the caller may not write: in the status that the
 * item has, or in the one that it gets. Errors 10, 305.
 */
export function checkWritable(
  context: Context,
  collection: Collection,
  payload: Payload,
  stored: Payload | null,
  action: 'create' | 'update',
): void {
  const policy = policyFor(context, collection);
  const statuses = new Set([statusOf(collection, payload, stored), statusOf(collection, {}, stored ?? payload)]);
  const inAny = (rule: (status: string | null) => boolean): boolean => [...statuses].some(rule);
  if (inAny((status) => policy.mustExplain(action, status)) && !context.comment)
    throw new ApiError('commentRequired', { collection: collection.name });
  // Who may create nothing at all is told that instead.
  const reserves = action === 'update' || policy.allows('create');
  const denied = Object.keys(payload).find(
    (field) => inAny((status) => !policy.writable(field, status)) || (reserves && policy.reserves(field)),
  );
  if (denied !== undefined) throw new ApiError('fieldWriteDenied', { field: denied, collection: collection.name });
}

/** Refuses a creation by all that the caller's role says of it, whatever the payload is worth. Errors 10, 305, 301. */
export function checkCreation(context: Context, collection: Collection, payload: Payload): void {
  checkWritable(context, collection, payload, null, 'create');
  checkCreate(context, collection, payload);
}

/** Refuses a creation that the caller's role does not allow, by the status of the new item. Error 301. */
export function checkCreate(context: Context, collection: Collection, payload: Payload): void {
  if (!mayCreateIn(context, collection, statusOf(collection, payload, null)))
    throw new ApiError('createDenied', { collection: collection.name });
}

function mayCreateIn(context: Context, collection: Collection, status: string | null): boolean {
  const rule = policyFor(context, collection).rule('create');
  if (rule.kind === 'level') return rule.level !== 'none';
  return rule.levels.some((entry) => entry.status === status && entry.level !== 'none');
}

/** Whether the caller may see an item to change it; what a status hides is there for administrators alone. */
export async function isVisible(
  tx: Transaction,
  collection: Collection,
  key: string,
  stored: Payload,
): Promise<boolean> {
  if (isAdmin(tx.context.caller)) return true;
  const status = statusOf(collection, {}, stored);
  const hidden = status !== null && collection.status?.statuses.get(status)?.softDelete === true;
  return !hidden && covers(tx, collection, 'read', key);
}

/** Refuses changes to items of a collection in which the caller may change none. Error 302. */
export function checkChanging(context: Context, collection: Collection): void {
  if (!policyFor(context, collection).allows('update'))
    throw new ApiError('updateDenied', { collection: collection.name });
}

/** Refuses a change that the caller may not make (302). Moving an item to a status that hides it needs the right to delete (303). */
export async function checkUpdate(
  tx: Transaction,
  collection: Collection,
  key: string,
  payload: Payload,
): Promise<void> {
  if (isAdmin(tx.context.caller)) return;
  const denied = (await covers(tx, collection, 'update', key)) ? null : 'updateDenied';
  const hides = collection.status?.statuses.get(asText(payload[collection.status.field.name]))?.softDelete;
  const undeletable = hides && !(await covers(tx, collection, 'delete', key)) ? 'deleteDenied' : null;
  const refusal = denied ?? undeletable;
  if (refusal) throw new ApiError(refusal, { collection: collection.name });
}

/**
 * Refuses a change that gave an item to somebody whose items the caller may not change, or a status in which the caller
 * may neither change nor create items. Error 302.
 */
export async function checkResult(
  tx: Transaction,
  collection: Collection,
  key: string,
  payload: Payload,
  stored: Payload,
): Promise<void> {
  if (isAdmin(tx.context.caller)) return;
  const isHandedOver = collection.owner !== null && collection.owner.name in payload;
  const isMoved = movesInto(tx.context, collection, payload, stored);
  if ((isHandedOver || isMoved) && !(await covers(tx, collection, 'update', key)))
    throw new ApiError('updateDenied', { collection: collection.name });
}

/** Whether a change moves an item into a status where nothing but the right to change it counts; the right to delete lets items be hidden. */
function movesInto(context: Context, collection: Collection, payload: Payload, stored: Payload): boolean {
  if (!movesStatus(collection, payload, stored)) return false;
  const status = statusOf(collection, payload, stored);
  if (collection.status?.statuses.get(status ?? '')?.softDelete) return false;
  return !mayCreateIn(context, collection, status);
}

/** Refuses the removal of an item that the caller may not delete. Errors 10, 303, or `hidden` where it may not be seen. */
export async function checkDelete(
  tx: Transaction,
  collection: Collection,
  key: string,
  stored: Payload,
  hidden?: ErrorName,
): Promise<void> {
  const { context } = tx;
  if (isAdmin(context.caller)) return;
  const explain = policyFor(context, collection).mustExplain('delete', statusOf(collection, {}, stored));
  if (explain && !context.comment) throw new ApiError('commentRequired', { collection: collection.name });
  if (await covers(tx, collection, 'delete', key)) return;
  if (hidden && !(await covers(tx, collection, 'read', key))) throw new ApiError(hidden);
  throw new ApiError('deleteDenied', { collection: collection.name });
}

/** Whether the caller's policy lets an action touch the item of a key. */
async function covers(tx: Transaction, collection: Collection, action: Action, key: string): Promise<boolean> {
  const { context } = tx;
  if (!policyFor(context, collection).allows(action)) return false;
  const permitted = permittedOrNone(context, collection, action);
  if (permitted === null) return true;
  const field = primaryKeyOf(collection);
  const own: Predicate = {
    type: 'condition',
    field,
    condition: { path: [field.name], operator: operatorNamed('eq'), first: 0, count: 1, or: false },
  };
  const printed = context.store.dialect.printer.select(selectCount(collection, all([own, permitted])));
  const binding = {
    values: [key],
    search: null,
    user: userIdOf(context.caller),
    role: roleOf(context.caller),
    now: context.now,
    offset: 0,
    keys: [],
  };
  const [row] = await tx.connection.all(bind(printed, binding));
  return Number(row?.[0] ?? 0) > 0;
}

/** Rows that an action may touch; a rule by owner on a collection without one covers nothing. */
function permittedOrNone(context: Context, collection: Collection, action: Action): Predicate | null {
  try {
    return permittedRows(planContext(context), collection, action);
  } catch (error) {
    if (error instanceof ApiError && action !== 'read')
      throw new ApiError(DENIED[action], { collection: collection.name });
    throw error;
  }
}

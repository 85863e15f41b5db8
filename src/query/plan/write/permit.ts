import { actionDenied } from '../../../errors/action-denied.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { Action } from '../../../permissions/action.ts';
import { isAdmin } from '../../../permissions/caller.ts';
import type { CollectionPolicy } from '../../../permissions/policy.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { PlanContext } from '../context.ts';
import { rowsWritten } from '../item-rules.ts';
import { NO_ROWS } from '../no-rows.ts';
import type { Predicate } from '../plan.ts';
import { ownerField, permittedRows } from '../visibility.ts';
import type { WriteContext } from './context.ts';
import type { Payload } from './payload.ts';
import type { Step } from './plan.ts';
import { presetsFor } from './presets.ts';
import { hidesItem, statusOf } from './status-of.ts';

/** The rows of a collection on which an action is allowed. */
type Rows = { readonly kind: 'all' } | { readonly kind: 'none' } | { readonly kind: 'some'; readonly where: Predicate };

/**
 * The rows on which a policy allows an action. Error 300, 302 or 303 for a rule about an owner that the collection
 * lacks.
 */
function rowsFor(context: PlanContext, collection: Collection, action: Action): Rows {
  if (!policyFor(context, collection).allows(action)) return { kind: 'none' };
  const where = permittedOrDenied(context, collection, action);
  return where === null ? { kind: 'all' } : { kind: 'some', where };
}

function permittedOrDenied(context: PlanContext, collection: Collection, action: Action): Predicate | null {
  try {
    return permittedRows(context, collection, action);
  } catch (error) {
    if (error instanceof ApiError && action !== 'read')
      throw new ApiError(actionDenied[action], { collection: collection.name });
    throw error;
  }
}

const policyFor = ({ policy }: PlanContext, { name }: Collection): CollectionPolicy => policy.collection(name);

/**
 * Refuses a change that lacks a required comment, and fields that the caller may not write, in the item's current
 * status or in the new one. Errors 10, 305.
 */
export function checkWritable(
  context: Pick<WriteContext, 'schema' | 'policy' | 'comment'>,
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
  // A caller who may not create anything gets that error instead.
  const reserves = action === 'update' || policy.allows('create');
  const denied = Object.keys(payload).find(
    (field) => inAny((status) => !policy.writable(field, status)) || (reserves && policy.reserves(field)),
  );
  if (denied !== undefined) throw new ApiError('fieldWriteDenied', { field: denied, collection: collection.name });
}

/** Refuses a creation that the caller's role does not allow, before the payload is validated. Errors 10, 305, 301. */
export function checkCreation(
  context: Pick<WriteContext, 'schema' | 'policy' | 'comment' | 'caller' | 'now' | 'timeZone'>,
  collection: Collection,
  payload: Payload,
): void {
  const presets = presetsFor(context, collection, payload);
  checkSent(context, collection, payload, presets);
  checkCreate(context, collection, { ...presets, ...payload });
}

/** Refuses fields of a new item that the caller may not write in the status that it gets. Errors 10, 305. */
export function checkSent(
  context: Pick<WriteContext, 'schema' | 'policy' | 'comment'>,
  collection: Collection,
  sent: Payload,
  presets: Payload,
): void {
  const isPreset = collection.status !== null && collection.status.field.name in presets;
  checkWritable(context, collection, sent, isPreset ? presets : null, 'create');
}

/** Refuses a creation that the caller's role does not allow in the status of the new item. Error 301. */
export function checkCreate(context: PlanContext, collection: Collection, payload: Payload): void {
  if (!mayCreateIn(context, collection, statusOf(collection, payload, null)))
    throw new ApiError('createDenied', { collection: collection.name });
}

function mayCreateIn(context: PlanContext, collection: Collection, status: string | null): boolean {
  const rule = policyFor(context, collection).rule('create');
  if (rule.kind === 'level') return rule.level !== 'none';
  return rule.levels.some((entry) => entry.status === status && entry.level !== 'none');
}

/** Refuses any change if the caller may not change items of the collection. Error 302. */
export function checkChanging(context: PlanContext, collection: Collection): void {
  if (!policyFor(context, collection).allows('update'))
    throw new ApiError('updateDenied', { collection: collection.name });
}

/**
 * The rows that the caller must be able to see in order to change them. Items hidden by a status exist only for
 * administrators.
 */
export function rowsToSee(
  context: Pick<WriteContext, 'schema' | 'policy' | 'caller'>,
  collection: Collection,
  stored: Payload,
): Rows {
  if (isAdmin(context.caller)) return { kind: 'all' };
  const status = statusOf(collection, {}, stored);
  const hidden = status !== null && collection.status?.statuses.get(status)?.softDelete === true;
  return hidden ? { kind: 'none' } : rowsFor(context, collection, 'read');
}

/** Requires the item to be one of the rows on which the action is allowed; no step if that is certain. */
function* permit(context: WriteContext, collection: Collection, action: Action, refusal: ApiError): Generator<Step> {
  const rows = rowsFor(context, collection, action);
  if (rows.kind === 'none') throw refusal;
  if (rows.kind === 'some') yield { do: 'permit', where: rows.where, refusal };
}

/**
 * Refuses a change that the caller may not make (302). Moving an item to a status that hides it requires permission to
 * delete (303).
 */
export function* permitUpdate(context: WriteContext, collection: Collection, payload: Payload): Generator<Step> {
  if (isAdmin(context.caller)) return;
  const { name } = collection;
  yield* permit(context, collection, 'update', new ApiError('updateDenied', { collection: name }));
  if (hidesItem(collection, payload))
    yield* permit(context, collection, 'delete', new ApiError('deleteDenied', { collection: name }));
}

/**
 * Refuses a change that would give an item to a user whose items the caller may not change, or a status in which the
 * caller may neither change nor create items. Error 302.
 */
export function* permitResult(
  context: WriteContext,
  collection: Collection,
  payload: Payload,
  stored: Payload,
): Generator<Step> {
  if (isAdmin(context.caller)) return;
  if (!isHandedOver(collection, payload) && !movesInto(context, collection, payload, stored)) return;
  yield* permit(context, collection, 'update', new ApiError('updateDenied', { collection: collection.name }));
}

/** Whether a change sets the owner. Users, who own themselves, cannot be handed over. */
function isHandedOver(collection: Collection, payload: Payload): boolean {
  const owner = ownerField(collection);
  return owner !== null && owner !== collection.primaryKey && Object.hasOwn(payload, owner.name);
}

/** Refuses an item that, once it is completely written, breaks the rules of the caller's role. Errors 301, 302. */
export function* permitWritten(
  context: WriteContext,
  collection: Collection,
  action: 'create' | 'update',
  payload: Payload,
): Generator<Step> {
  if (isAdmin(context.caller)) return;
  const hides = action === 'update' && hidesItem(collection, payload);
  const where = rowsWritten(context, collection, action, hides);
  if (where)
    yield { do: 'permit', where, refusal: new ApiError(actionDenied[action], { collection: collection.name }) };
}

/**
 * Whether a change moves an item into a status in which the caller may not create items, so that it requires permission
 * to update there. To hide an item, permission to delete suffices.
 */
function movesInto(context: PlanContext, collection: Collection, payload: Payload, stored: Payload): boolean {
  if (!movesStatus(collection, payload, stored)) return false;
  const status = statusOf(collection, payload, stored);
  if (collection.status?.statuses.get(status ?? '')?.softDelete) return false;
  return !mayCreateIn(context, collection, status);
}

/**
 * Refuses the removal of an item that the caller may not delete. Errors 10, 303, or the error in the collection's rules
 * if the caller may not see the item.
 */
export function* permitDelete(context: WriteContext, collection: Collection, stored: Payload): Generator<Step> {
  if (isAdmin(context.caller)) return;
  const explain = policyFor(context, collection).mustExplain('delete', statusOf(collection, {}, stored));
  if (explain && !context.comment) throw new ApiError('commentRequired', { collection: collection.name });
  const rows = rowsFor(context, collection, 'delete');
  if (rows.kind === 'all') return;
  const refusal = new ApiError('deleteDenied', { collection: collection.name });
  const hidden = refusalOfUnseen(context, collection);
  const seen: Rows = hidden ? rowsFor(context, collection, 'read') : { kind: 'all' };
  if (rows.kind === 'none' && seen.kind === 'none' && hidden) throw hidden;
  if (rows.kind === 'none' && seen.kind === 'all') throw refusal;
  const where = rows.kind === 'some' ? rows.where : NO_ROWS;
  const isUnseen = hidden && seen.kind !== 'all';
  const unseen = isUnseen && { where: seen.kind === 'some' ? seen.where : null, refusal: hidden };
  yield { do: 'permit', where, refusal, ...(unseen && { unseen }) };
}

/** The error in the collection's rules for deleting an item that the caller may not see; null if they have none. */
function refusalOfUnseen(context: WriteContext, collection: Collection): ApiError | null {
  const hidden = context.rulesOf(collection.name).hidden?.delete;
  if (!hidden || context.caller.kind === 'public') return null;
  return new ApiError(hidden, { collection: collection.name });
}

/** Whether a change moves an item from one status to another. */
function movesStatus(collection: Collection, payload: Payload, stored: Payload): boolean {
  return statusOf(collection, payload, stored) !== statusOf(collection, {}, stored);
}

import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { deleteRow, insertRow, updateRow, type Values } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { Hashed } from '../../query/plan/write/hashed.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import { type Payload, validatePayload } from '../../query/plan/write/validate.ts';
import { storeValue } from '../../schema/codec.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Stamp, Stored } from '../../schema/field-type.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { isRecord } from '../../shared/is-record.ts';
import { slugify } from '../../shared/slug.ts';
import { asText } from '../../shared/text.ts';
import { beforeItem, filterPayload } from '../hooks/item-hooks.ts';
import { settleDoubts } from '../strict/doubts.ts';
import { rulesOf } from '../system/all.ts';
import { announce } from '../webhooks/announce.ts';
import { checkCreate, checkDelete, checkResult, checkUpdate, checkWritable, isVisible } from './guard.ts';
import { writeToMany, writeToOne } from './nested.ts';
import { readWhole } from './read.ts';
import { type ActivityAction, type ParentItem, recordChange } from './record.ts';
import { checkReferences } from './references.ts';
import { checkWritten } from './unwritten.ts';

/** How an item comes about, where it is not plainly sent by a caller. */
export interface CreateOptions {
  readonly parent?: ParentItem | undefined;
  /** It is written beside another item: what the caller comments is that one. */
  readonly apart?: boolean;
  /** Values of the server's own, for which the caller needs no right. */
  readonly computed?: Payload;
  /** Stands in for the fields that the collection's rules require. */
  readonly required?: readonly string[] | undefined;
}

/**
 * Creates one item with what is nested in it and its records, inside the transaction under way; returns its key.
 * Errors: 305, 10, 12, 4, 213, 301, 204. (Contract, I-30 to I-33, I-61 and I-80.)
 */
export async function createItem(
  tx: Transaction,
  collection: Collection,
  given: Payload,
  how: CreateOptions = {},
): Promise<Stored> {
  const { parent } = how;
  const rules = rulesOf(collection.name);
  const { extensions } = tx.context.store;
  const filtered = extensions ? await filterPayload(tx, collection, 'create', given) : given;
  const sent = rules.given?.(tx.context, filtered, null) ?? filtered;
  const computed = { ...rules.assigned?.(tx.context), ...how.computed };
  await checkNew(tx.context, collection, sent, { computed, required: how.required ?? rules.required });
  const standing = await rules.existing?.(tx, sent);
  if (standing) return updateItem(tx, collection, standing, sent, parent ? { parent } : {});
  await rules.beforeCreate?.(tx, sent);
  if (extensions) await beforeItem(tx, collection, 'create', { ...sent, ...computed });
  const payload = { ...sent, ...rules.defaults?.(sent), ...computed };
  await checkReferences(tx, collection, [sent]);
  const values = await columnValues(tx, collection, payload, 'onCreate');
  const key = await insertRow(tx, collection, values);
  await recordChange(tx, {
    action: collection.name === 'directus_files' ? 'upload' : 'create',
    collection,
    key,
    payload: { ...sent, ...computed },
    parent,
    apart: how.apart,
  });
  await announce(tx, { verb: 'create', collection, key });
  await writeToMany(tx, collection, key, payload, parent ?? { collection: collection.name, key: null });
  await rules.afterCreate?.(tx, String(key));
  return key;
}

async function checkNew(
  context: Context,
  collection: Collection,
  sent: Payload,
  { computed = {}, required }: CreateOptions,
): Promise<void> {
  checkWritable(context, collection, sent, null, 'create');
  await validatePayload(collection, { ...sent, ...computed }, null, { required, matched: context.matched });
  await rulesOf(collection.name).check?.(context, sent, null);
  checkCreate(context, collection, { ...sent, ...computed });
  checkMeant(context, collection, sent, null);
}

/** Refuses, or says, what of a payload cannot be meant. Error 4. */
function checkMeant(context: Context, collection: Collection, sent: Payload, stored: Payload | null): void {
  checkWritten(context, collection, sent);
  settleDoubts(context, rulesOf(collection.name).doubts?.(context, sent, stored) ?? []);
}

/** The row of a new item of a collection without rules of its own, checked as on its creation. */
export async function newRow(tx: Transaction, collection: Collection, sent: Payload): Promise<Values> {
  await checkNew(tx.context, collection, sent, {});
  return columnValues(tx, collection, sent, 'onCreate');
}

/** How a change came about, where it is not a plain update. */
export interface UpdateOptions {
  readonly parent?: ParentItem;
  /** It is written beside another item: what the caller comments is that one. */
  readonly apart?: boolean;
  readonly action?: ActivityAction;
  /** Values of the server's own, for which the caller needs no right. */
  readonly computed?: Payload;
  /** All that an item of a user's collection becomes must be valid, not what is sent alone. (Contract, I-83.) */
  readonly whole?: boolean;
}

/**
 * Changes one item with what is nested in it and its records, inside the transaction under way.
 * Errors: 203, 305, 10, 12, 4, 213, 302, 303, 204.
 */
export async function updateItem(
  tx: Transaction,
  collection: Collection,
  keyText: string,
  sent: Payload,
  how: UpdateOptions = {},
): Promise<Stored> {
  const { context } = tx;
  const { parent, computed = {} } = how;
  const rules = rulesOf(collection.name);
  const key = toKey(collection, keyText);
  const stored = key === null ? undefined : await readWhole(context, tx.connection, collection, keyText);
  if (key === null || !stored || !(await isVisible(tx, collection, keyText, stored)))
    throw unseen(
      tx,
      collection,
      keyText,
      sent,
      stored && (how.action === 'revert' ? 'updateDenied' : rules.hidden?.update),
    );
  const { extensions } = context.store;
  const filtered = extensions ? await filterPayload(tx, collection, 'update', sent) : sent;
  const left = rules.given?.(context, filtered, stored) ?? filtered;
  const { [primaryKeyOf(collection).name]: _key, ...payload } = left;
  if (Object.keys({ ...payload, ...computed }).length === 0) return key;
  checkWritable(context, collection, payload, stored, 'update');
  await validatePayload(collection, payload, stored, {
    whole: how.whole === true && !isSystemCollection(collection.name),
    matched: context.matched,
  });
  await rules.check?.(context, payload, keyText);
  await checkUpdate(tx, collection, keyText, payload);
  checkMeant(context, collection, payload, stored);
  await checkReferences(tx, collection, [payload]);
  await rules.beforeChange?.(tx, keyText, payload);
  if (extensions)
    await beforeItem(tx, collection, 'update', { ...payload, ...computed, [primaryKeyOf(collection).name]: key });
  const values = await columnValues(tx, collection, { ...payload, ...computed }, 'onUpdate');
  await updateRow(tx, collection, key, values);
  await checkResult(tx, collection, keyText, payload, stored);
  await recordChange(tx, {
    action: how.action ?? (softDeletes(collection, payload) ? 'soft-delete' : 'update'),
    collection,
    key,
    payload: { ...payload, ...computed },
    parent,
    apart: how.apart,
  });
  await announce(tx, { verb: 'update', collection, key, columns: [...values.keys()] });
  await writeToMany(tx, collection, key, payload, parent ?? { collection: collection.name, key: keyText });
  await rules.afterUpdate?.(tx, keyText, payload);
  return key;
}

/** The refusal of a change to an item that is not there, or not for the caller. Errors 10, 305 where these come before. */
function unseen(
  { context }: Transaction,
  collection: Collection,
  id: string,
  sent: Payload,
  refusal: ErrorName = 'itemWithIdNotFound',
): ApiError {
  if (Object.keys(sent).length > 0) checkWritable(context, collection, sent, null, 'update');
  return new ApiError(refusal, { id, collection: collection.name });
}

/** Deletes one item for good, inside the transaction under way. Errors: 203, 10, 303. */
export async function deleteItem(tx: Transaction, collection: Collection, keyText: string): Promise<void> {
  const key = toKey(collection, keyText);
  const stored = key === null ? undefined : await readWhole(tx.context, tx.connection, collection, keyText);
  if (key === null || !stored) throw new ApiError('itemNotFound');
  await checkDelete(tx, collection, keyText, stored, rulesOf(collection.name).hidden?.delete);
  await rulesOf(collection.name).beforeChange?.(tx, keyText, null);
  if (tx.context.store.extensions) await beforeItem(tx, collection, 'delete', { [primaryKeyOf(collection).name]: key });
  await deleteRow(tx, collection, key);
  await recordChange(tx, { action: 'delete', collection, key, payload: {} });
  await announce(tx, { verb: 'delete', collection, key, gone: stored });
}

function softDeletes({ status }: Collection, payload: Payload): boolean {
  return status?.statuses.get(asText(payload[status.field.name]))?.softDelete === true;
}

/** The columns to write: what was sent, what belongs to related items, and what the server fills in. */
async function columnValues(
  tx: Transaction,
  collection: Collection,
  payload: Payload,
  moment: 'onCreate' | 'onUpdate',
): Promise<Map<string, Stored>> {
  const { context } = tx;
  const stamp: Stamp = { user: userIdOf(context.caller), now: sqlDatetime(context.now) };
  const values = new Map<string, Stored>();
  for (const field of collection.fields) {
    const given = fieldValue(tx, field, payload, moment, stamp);
    const value = given instanceof Promise ? await given : given;
    if (value !== undefined) values.set(field.name, value);
  }
  return values;
}

/** A promise only where a related item is written first. */
function fieldValue(
  tx: Transaction,
  field: Field,
  payload: Payload,
  moment: 'onCreate' | 'onUpdate',
  stamp: Stamp,
): Stored | undefined | Promise<Stored | undefined> {
  if (!field.column) return undefined;
  const automatic = field.type[moment];
  if (automatic && !(field.type.target && field.collection === 'directus_users')) return automatic(stamp);
  const value = payload[field.name];
  if (value === undefined) return mirrored(field, payload);
  if (value instanceof Hashed) return value.hash;
  if (field.relation?.kind === 'm2o' && typeof value === 'object' && value !== null)
    return writeToOne(tx, field, value);
  return storeValue(value, field);
}

/** A slug that is not sent follows the field that it mirrors. (Contract, T-50.) */
function mirrored(field: Field, payload: Payload): Stored | undefined {
  const options = field.row?.options;
  if (field.type.name !== 'slug' || !isRecord(options) || typeof options.mirroredField !== 'string') return undefined;
  const source = payload[options.mirroredField];
  return source === undefined ? undefined : slugify(asText(source ?? ''), options.forceLowercase !== false);
}

import { ApiError } from '../../errors/api-error.ts';
import { requireKey } from '../../errors/require-text.ts';
import { violation } from '../../errors/violations.ts';
import { countRows } from '../../persistence/read/count.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { storeValue } from '../../schema/codec.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/field-type.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { rulesOf } from '../system/all.ts';
import { checkChanging } from './guard.ts';
import type { ParentItem } from './record.ts';
import { createItem, deleteItem, updateItem } from './write-item.ts';

/**
 * Writes the item that a many-to-one field names by an object, and returns its key: a new item, a changed one, a link,
 * or nothing after `$delete`. Undefined leaves the field as it is. (Contract, I-110 to I-121.)
 */
export async function writeToOne(tx: Transaction, field: Field, value: object): Promise<Stored | undefined> {
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
  const related = collectionOf(tx.context.store.catalog.schema, field.relation?.collection ?? '');
  const keyField = primaryKeyOf(related);
  const key = value[keyField.name];
  if (field.type.target === 'directus_files') return key === undefined ? null : storeValue(key, field);
  const own = onItsOwn(tx);
  if (value.$delete === true) {
    await deleteItem(own, related, requireKey(keyField.name, key));
    return null;
  }
  const { [keyField.name]: _key, ...rest } = value;
  if (key === undefined || key === null) return createItem(own, related, rest, { apart: true });
  if (await isNewKey(own, related, key)) return createItem(own, related, value, { apart: true });
  const changes = await changesOf(own, related, requireKey(keyField.name, key), rest);
  return updateItem(own, related, requireKey(keyField.name, key), changes, { apart: true });
}

/** What a to-one field brings leaves records of its own, also where the item that brings it asked for none. */
function onItsOwn(tx: Transaction): Transaction {
  const { context } = tx;
  return context.skipActivity === 'asked' ? { ...tx, context: { ...context, skipActivity: false } } : tx;
}

/**
 * Writes the lists of related items in a payload. A list is a patch: new items, changed ones, links and `$delete`;
 * items that it does not name stay. (Contract, I-130 to I-142.)
 */
export async function writeToMany(
  tx: Transaction,
  collection: Collection,
  key: Stored,
  payload: Payload,
  parent: ParentItem,
): Promise<void> {
  for (const field of collection.fields) {
    const entries = payload[field.name];
    if (field.relation?.kind !== 'o2m' || !Array.isArray(entries)) continue;
    const { foreignKey, collection: name } = field.relation;
    const related = collectionOf(tx.context.store.catalog.schema, name);
    for (const entry of entries) await writeEntry(tx, { related, foreignKey, key, parent }, entry);
    if (field.row?.required && (await countRows(tx, related, { [foreignKey]: key })) === 0)
      throw new ApiError('unprocessable', { reason: `${field.name}: ${violation.blank}` });
  }
}

/** What of a related item that is named by its key is a change of it. Error 302 for callers who may change nothing there. */
async function changesOf(tx: Transaction, related: Collection, key: string, sent: Payload): Promise<Payload> {
  const changes = (await rulesOf(related.name).changes?.(tx, key, sent)) ?? sent;
  if (Object.keys(changes).length > 0) checkChanging(tx.context, related);
  return changes;
}

interface Tie {
  readonly related: Collection;
  readonly foreignKey: string;
  readonly key: Stored;
  readonly parent: ParentItem;
}

async function writeEntry(tx: Transaction, tie: Tie, entry: unknown): Promise<void> {
  const { related, foreignKey, parent } = tie;
  const keyField = primaryKeyOf(related);
  const item = isRecord(entry) ? entry : { [keyField.name]: scalarKey(entry, related) };
  const key = item[keyField.name];
  if (item.$delete === true) return deleteEntry(tx, related, key);
  const { $delete: _ignored, ...rest } = item;
  const tied = foreignKey in rest ? rest : { ...rest, [foreignKey]: tie.key };
  if (key === undefined || key === null) await createItem(tx, related, tied, { parent });
  else if (isRecord(entry) && (await isNewKey(tx, related, key))) await createItem(tx, related, tied, { parent });
  else {
    const text = requireKey(keyField.name, key);
    const changes = await changesOf(tx, related, text, tied);
    await updateItem(tx, related, text, changes, { parent, whole: true });
  }
}

/** Whether a key is one that people choose, and of no item yet: a new one is given it. Others are counted. */
async function isNewKey(tx: Transaction, related: Collection, sent: unknown): Promise<boolean> {
  const field = primaryKeyOf(related);
  if (field.column?.autoIncrement) return false;
  const key = typeof sent === 'string' || typeof sent === 'number' ? toKey(related, String(sent)) : null;
  return key !== null && (await countRows(tx, related, { [field.name]: key })) === 0;
}

function scalarKey(entry: unknown, related: Collection): unknown {
  if (typeof entry === 'string' || typeof entry === 'number') return entry;
  throw new ApiError('unprocessable', { reason: `Items of "${related.name}" must be given as objects or keys` });
}

/** A child that goes with its parent's change leaves no record of its own. */
async function deleteEntry(tx: Transaction, related: Collection, key: unknown): Promise<void> {
  const silent: Transaction = { ...tx, context: { ...tx.context, skipActivity: 'always' } };
  await deleteItem(silent, related, requireKey(primaryKeyOf(related).name, key));
}

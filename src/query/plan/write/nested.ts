import { ApiError } from '../../../errors/api-error.ts';
import { unprocessable } from '../../../errors/unprocessable.ts';
import { storeValue } from '../../../schema/codec.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { type Collections, collectionOf, primaryKeyOf } from '../../../schema/schema.ts';
import type { Stored } from '../../../schema/stored.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isBareKey, isKey, sentKey } from './keys.ts';
import { type Payload, sentIn } from './payload.ts';
import type { Entry, How, Intent, ParentItem, Step } from './plan.ts';

/** What an object in a many-to-one field means: a key at once, or an item to write first. */
type Brought =
  | { readonly kind: 'key'; readonly key: Stored | undefined }
  | { readonly kind: 'item'; readonly write: Intent };

/** An item nested in a to-one field is always recorded, even if the parent's request turned records off. */
const TO_ONE: Ways = { write: { apart: true, records: 'always' }, removal: { records: 'always' } };

/** How entries are written and removed. */
interface Ways {
  readonly write: How;
  readonly removal: How;
}

/**
 * What a many-to-one field does with an object: create an item, change one, link one, or do nothing after `$delete`. An
 * undefined key leaves the field unchanged. Error 12 for a list with entries. (Contract, I-110 to I-121.)
 */
export function toOneIntent(schema: Collections, field: Field, value: unknown): Brought {
  const names = Object.keys(value ?? {});
  if (names.length === 0) return { kind: 'key', key: undefined };
  const related = collectionOf(schema, field.relation?.collection ?? '');
  if (!isRecord(value))
    throw new ApiError('unknownPayloadFields', { fields: names.join(', '), collection: related.name });
  const { [primaryKeyOf(related).name]: key, ...rest } = value;
  if (field.type.target === 'directus_files')
    return { kind: 'key', key: key === undefined ? null : storeValue(key, field) };
  return { kind: 'item', write: intentOf(related, { key, item: value, change: rest }, value.$delete === true, TO_ONE) };
}

/** The key in an entry, all of its values, and those of them that would change an existing item. */
interface Sent {
  readonly key: unknown;
  readonly item: Payload;
  readonly change: Payload;
}

function intentOf(
  related: Collection,
  { key, item, change }: Sent,
  isRemoval: boolean,
  { write: how, removal }: Ways,
): Intent {
  if (isRemoval) return { verb: 'delete', collection: related, key: sentKey(related, key), how: removal };
  if (key === undefined || key === null) return { verb: 'create', collection: related, payload: change, how };
  const changing = { verb: 'change', collection: related, key: sentKey(related, key), payload: change, how } as const;
  return isChosen(related, key) ? { verb: 'save', create: item, change: changing } : changing;
}

/** Whether the client chooses the key, so that a new item may have it. Other keys are auto-increment. */
function isChosen(related: Collection, sent: unknown): boolean {
  const field = primaryKeyOf(related);
  if (field.column?.autoIncrement) return false;
  return isBareKey(related, sent) && isKey(field, String(sent));
}

/**
 * The steps that write a payload's lists of related items. A list is a patch: new items, changed ones, links and
 * `$delete`; other items stay. (Contract, I-130 to I-142.)
 */
export function* toManySteps(
  schema: Collections,
  collection: Collection,
  payload: Payload,
  parent: ParentItem,
): Generator<Step> {
  for (const field of collection.fields) {
    const sent = sentIn(payload, field.name);
    if (field.relation?.kind !== 'o2m' || !Array.isArray(sent)) continue;
    const { foreignKey, collection: name } = field.relation;
    const related = collectionOf(schema, name);
    const entries = sent.map((entry) => entryOf(related, foreignKey, parent, entry));
    yield {
      do: 'to-many',
      field: field.name,
      related,
      foreignKey,
      entries,
      required: field.row?.required === true,
    };
  }
}

/** A faulty entry fails only when it is processed; the entries before it have been written by then. */
function entryOf(related: Collection, foreignKey: string, parent: ParentItem, entry: unknown): Entry {
  try {
    return checkedEntry(related, foreignKey, parent, entry);
  } catch (error) {
    if (error instanceof ApiError) return { write: { verb: 'refuse', error }, tied: false };
    throw error;
  }
}

function checkedEntry(related: Collection, foreignKey: string, parent: ParentItem, entry: unknown): Entry {
  const { name } = primaryKeyOf(related);
  const item = isRecord(entry) ? entry : { [name]: scalarKey(entry, related) };
  const { $delete: removal, ...rest } = item;
  const key = item[name];
  // A child removed by a change of its parent is not recorded separately.
  const ways: Ways = { write: { parent, whole: true }, removal: { records: 'never' } };
  const write = intentOf(related, { key, item: rest, change: rest }, removal === true, ways);
  const isLink = !isRecord(entry) && write.verb === 'save';
  return { write: isLink ? write.change : write, tied: removal !== true && !(foreignKey in rest) };
}

function scalarKey(entry: unknown, related: Collection): unknown {
  if (isBareKey(related, entry)) return entry;
  throw unprocessable(`Items of "${related.name}" must be given as objects or keys`);
}

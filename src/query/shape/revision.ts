import { type Caller, userIdOf } from '../../permissions/caller.ts';
import type { CollectionPolicy, FieldAccess, Policy } from '../../permissions/policy.ts';
import { cleanRecord } from '../../query/plan/write/recorded.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Schema } from '../../schema/schema.ts';
import { secretRows } from '../../schema/system/secrets.ts';
import { groupBy } from '../../shared/group-by.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { Payload } from '../plan/write/payload.ts';

/** The reader of revisions, and the policy that applies. */
export interface Viewer {
  readonly schema: Schema;
  readonly policy: Policy;
  readonly caller: Caller;
  /** The present rows of items with rules, by collection name and key. */
  readonly present?: PresentRows;
  /** The ids of the recorded owners who have the caller's role. */
  readonly colleagues?: ReadonlySet<string>;
}

type PresentRows = ReadonlyMap<string, ReadonlyMap<string, Item>>;

/** A revision without secrets, whoever reads it and whichever version wrote it. */
export function withoutSecrets({ schema }: Viewer, revision: Item): Item {
  const collection = schema.collections.get(asText(revision.collection));
  const clean = (value: unknown): unknown => (isRecord(value) ? cleanRecord(schema, collection, value) : value);
  return { ...revision, data: clean(revision.data), delta: clean(revision.delta) };
}

/** A revision that the caller may see. */
export interface SeenRevision {
  readonly revision: Item;
  readonly collection: Collection;
  readonly data: Payload;
}

/** A revision as the caller may see it; undefined if the item was hidden at the time. */
export function asSeen(viewer: Viewer, revision: Item): SeenRevision | undefined {
  const collection = viewer.schema.collections.get(asText(revision.collection));
  const data = isRecord(revision.data) ? revision.data : {};
  const isSeen =
    collection && !wasSecret(collection, data) && wasReadable(viewer, collection, data, asText(revision.item));
  return isSeen ? { revision, collection, data } : undefined;
}

/** The recorded data decides, not the present row. */
function wasSecret({ name }: Collection, data: Payload): boolean {
  const rows = secretRows[name];
  return rows?.names.includes(asText(data[rows.column])) === true;
}

const policyOf = ({ policy }: Viewer, { name }: Collection): CollectionPolicy => policy.collection(name);

/** Whether the caller may read items of the status and the owner that the item had at the time. */
function wasReadable(viewer: Viewer, collection: Collection, data: Payload, key: string | undefined): boolean {
  if (!isUnmoved(viewer, collection, data, key)) return false;
  const rule = policyOf(viewer, collection).rule('read');
  const status = statusIn(collection, data);
  const level = rule.kind === 'level' ? rule.level : rule.levels.find((each) => each.status === status)?.level;
  if (level === undefined || level === 'none') return false;
  return level === 'full' || collection.system || wasOwned(viewer, collection, data, level);
}

function wasOwned(
  { caller, colleagues }: Viewer,
  { owner }: Collection,
  data: Payload,
  level: 'mine' | 'role',
): boolean {
  if (owner === null) return false;
  const by = asText(data[owner.name]);
  return by === String(userIdOf(caller)) || (level === 'role' && colleagues?.has(by) === true);
}

/** The ids of the owners that revisions record, nested items included, where it matters which role they have. */
export function ownersIn(viewer: Viewer, revisions: readonly Item[]): readonly string[] {
  const owners = revisions.flatMap(({ collection: name, data, delta }) => {
    const collection = viewer.schema.collections.get(asText(name));
    return collection ? [data, delta].flatMap((value) => ownersOf(viewer, collection, value)) : [];
  });
  return [...new Set(owners)];
}

function ownersOf(viewer: Viewer, collection: Collection, value: unknown): string[] {
  if (!isRecord(value)) return [];
  const { owner } = collection;
  const own = owner && sharesWithin(viewer, collection) && value[owner.name] ? [asText(value[owner.name])] : [];
  const nested = Object.entries(value).flatMap(([name, item]) => {
    const related = isRecord(item) ? relatedOf(viewer, collection.byName.get(name)) : undefined;
    return related ? ownersOf(viewer, related, item) : [];
  });
  return [...own, ...nested];
}

function sharesWithin(viewer: Viewer, collection: Collection): boolean {
  const rule = policyOf(viewer, collection).rule('read');
  return rule.kind === 'level' ? rule.level === 'role' : rule.levels.some(({ level }) => level === 'role');
}

/** The fields that the item rules of the caller's role depend on. */
export function ruledFields(viewer: Viewer, collection: Collection): readonly string[] {
  const rules = policyOf(viewer, collection).itemRules('read');
  const named = rules.flatMap(({ filter }) => Object.keys(filter ?? {}).map((path) => path.split('.', 1)[0] ?? ''));
  const status = rules.some((rule) => rule.status !== null) ? [collection.status?.field.name ?? ''] : [];
  return [...new Set([...named, ...status])];
}

/**
 * Whether the values that item rules depend on have not changed since. The caller may read the present item; of its
 * past, only what the same rules would certainly have shown.
 */
function isUnmoved(viewer: Viewer, collection: Collection, data: Payload, key: string | undefined): boolean {
  const fields = ruledFields(viewer, collection);
  if (fields.length === 0) return true;
  const row = viewer.present?.get(collection.name)?.get(key ?? '');
  const isSame = (name: string): boolean => name in data && isEqual(data[name], row?.[name]);
  return row !== undefined && fields.every((name) => isSame(name) && !isGuessable(viewer, collection, name, data, key));
}

/**
 * Whether the caller may write a field without seeing its recorded value. Then a comparison with the present value would
 * tell the caller whether the value that was written is also the recorded one.
 */
function isGuessable(
  viewer: Viewer,
  collection: Collection,
  name: string,
  row: Payload,
  key: string | undefined,
): boolean {
  const policy = policyOf(viewer, collection);
  if (isShown(viewer, collection, policy.readable(name), { key, row })) return false;
  const statuses = collection.status ? [...collection.status.statuses.keys()] : [null];
  return policy.allows('update') && statuses.some((status) => policy.writable(name, status));
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function statusIn({ status }: Collection, data: Payload): string | undefined {
  const value = status ? data[status.field.name] : undefined;
  return value === undefined ? undefined : asText(value);
}

/** The keys of the nested items that the caller may read, by collection name. */
export type VisibleKeys = ReadonlyMap<string, ReadonlySet<string>>;

interface Nested {
  readonly related: Collection;
  readonly key: string;
}

/** The items nested in revisions whose collections the caller may read, by collection name. */
export function nestedItems(
  viewer: Viewer,
  revisions: readonly SeenRevision[],
): ReadonlyMap<string, readonly Nested[]> {
  const nested = revisions.flatMap(({ revision, collection, data }) =>
    [revision.data, revision.delta].flatMap((value) =>
      isRecord(value) ? nestedIn(viewer, collection, value, data) : [],
    ),
  );
  const readable = nested.filter(({ related }) => policyOf(viewer, related).allows('read'));
  return groupBy(readable, ({ related }) => related.name);
}

/** The items nested in a value of an item, at any depth. `row` is the item after the change. */
function nestedIn(viewer: Viewer, collection: Collection, value: Payload, row: Payload): Nested[] {
  return Object.entries(value).flatMap(([name, item]): Nested[] => {
    const related = relatedOf(viewer, collection.byName.get(name));
    if (!related || !isRecord(item)) return [];
    const key = keyOf(related, item, row[name]);
    return [...(key === undefined ? [] : [{ related, key: String(key) }]), ...nestedIn(viewer, related, item, {})];
  });
}

const relatedOf = ({ schema }: Viewer, field: Field | undefined): Collection | undefined =>
  field?.relation?.kind === 'm2o' ? schema.collections.get(field.relation.collection) : undefined;

type RecordedKey = string | number | boolean;

/** The key of a nested item: its own, or the field's current value. */
function keyOf({ primaryKey }: Collection, item: Payload, known: unknown): RecordedKey | undefined {
  const key = item[primaryKey?.name ?? ''] ?? known;
  return typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean' ? key : undefined;
}

/** The part of a revision that the caller may see. */
export function narrowed(viewer: Viewer, { revision, collection, data }: SeenRevision, visible: VisibleKeys): Item {
  const key = asText(revision.item);
  const shown = (value: unknown): unknown => {
    if (isRecord(value)) return shownValues(viewer, collection, value, { key, row: data, visible });
    return Array.isArray(value) && value.length === 0 ? value : null;
  };
  return { ...revision, data: shown(revision.data), delta: shown(revision.delta) };
}

/** An item with some visible values. */
interface Shown {
  readonly key: RecordedKey | undefined;
  /** Everything that is recorded of it. */
  readonly row: Payload;
  readonly visible: VisibleKeys;
}

/** The values that the caller may read. A name that is not a field is left out, because no permission covers it. */
function shownValues(viewer: Viewer, collection: Collection, values: Payload, item: Shown): Payload {
  const policy = policyOf(viewer, collection);
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = collection.byName.get(name);
    if (!field || !isShown(viewer, collection, policy.readable(name), item)) return [];
    const shown = shownValue(viewer, field, value, item);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

function isShown(
  { caller }: Viewer,
  collection: Collection,
  access: FieldAccess,
  { key, row }: Pick<Shown, 'key' | 'row'>,
): boolean {
  if (access.kind === 'always') return true;
  if (access.kind === 'self') return collection.name === 'directus_users' && String(key) === String(userIdOf(caller));
  const status = statusIn(collection, row);
  return access.kind === 'statuses' && status !== undefined && !access.hiddenIn.includes(status);
}

/** A nested item that the caller may not read is reduced to its key; undefined if nothing remains. */
function shownValue(viewer: Viewer, field: Field, value: unknown, { row, visible }: Shown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const related = relatedOf(viewer, field);
  if (!related) return field.type.structured || field.madeOf ? value : undefined;
  if (!isRecord(value)) return undefined;
  const key = keyOf(related, value, row[field.name]);
  if (!isReadable(viewer, related, value, key, visible)) return key;
  return shownValues(viewer, related, value, { key, row: value, visible });
}

function isReadable(
  viewer: Viewer,
  related: Collection,
  item: Payload,
  key: RecordedKey | undefined,
  visible: VisibleKeys,
): boolean {
  const rule = policyOf(viewer, related).rule('read');
  const isOpen = rule.kind === 'level' && rule.level === 'full';
  const isVisible = key === undefined ? isOpen : visible.get(related.name)?.has(String(key)) === true;
  return isVisible && wasReadable(viewer, related, item, key === undefined ? undefined : String(key));
}

import { isAdmin, roleOf, userIdOf } from '../../permissions/caller.ts';
import type { CollectionPolicy, FieldAccess } from '../../permissions/policy.ts';
import type { Context } from '../../persistence/context.ts';
import { visibleKeys } from '../../persistence/read/visible-keys.ts';
import { cleanRecord } from '../../query/plan/write/recorded.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { secretRows } from '../../schema/system/secrets.ts';
import { groupBy } from '../../shared/group-by.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { ReadRules } from '../system/rules.ts';

/**
 * Revisions show of an item what a read would show, and so of the items that are nested in it. Which items the caller
 * may read at all, the list of revisions has asked already. (Contract, L-37.)
 */
export const revisionsRead: ReadRules = {
  deciding: ['id', 'collection', 'item', 'data', 'delta'],
  async shown(context, revisions) {
    const clean = revisions.map((revision) => withoutSecrets(context, revision));
    if (isAdmin(context.caller)) return clean;
    const seen = clean.flatMap((revision) => asSeen(context, revision) ?? []);
    const visible = await visibleNested(context, seen);
    return seen.map((each) => narrowed(context, each, visible));
  },
};

/** Whoever reads, and whatever wrote them. */
function withoutSecrets({ store }: Context, revision: Item): Item {
  const { schema } = store.catalog;
  const collection = schema.collections.get(asText(revision.collection));
  const clean = (value: unknown): unknown => (isRecord(value) ? cleanRecord(schema, collection, value) : value);
  return { ...revision, data: clean(revision.data), delta: clean(revision.delta) };
}

/** A revision that the caller may see. */
interface Seen {
  readonly revision: Item;
  readonly collection: Collection;
  readonly data: Payload;
}

function asSeen(context: Context, revision: Item): Seen | undefined {
  const collection = context.store.catalog.schema.collections.get(asText(revision.collection));
  const data = isRecord(revision.data) ? revision.data : {};
  const isSeen = collection && !wasSecret(collection, data) && wasReadable(context, collection, data);
  return isSeen ? { revision, collection, data } : undefined;
}

/** Whatever the row holds by now. */
function wasSecret({ name }: Collection, data: Payload): boolean {
  const rows = secretRows[name];
  return rows?.names.includes(asText(data[rows.column])) === true;
}

const policyOf = ({ store, caller }: Context, { name }: Collection): CollectionPolicy =>
  store.catalog.policy(roleOf(caller)).collection(name);

/** Whether the caller may read items of the status, and of the owner, that the item had then. */
function wasReadable(context: Context, collection: Collection, data: Payload): boolean {
  const rule = policyOf(context, collection).rule('read');
  const status = statusIn(collection, data);
  const level = rule.kind === 'level' ? rule.level : rule.levels.find((each) => each.status === status)?.level;
  const { owner } = collection;
  if (level !== 'mine' || collection.system) return level !== undefined && level !== 'none';
  return owner !== null && asText(data[owner.name]) === String(userIdOf(context.caller));
}

function statusIn({ status }: Collection, data: Payload): string | undefined {
  const value = status ? data[status.field.name] : undefined;
  return value === undefined ? undefined : asText(value);
}

/** Which of the nested items the caller may read: their keys, by the names of their collections. */
type Visible = ReadonlyMap<string, ReadonlySet<string>>;

interface Nested {
  readonly related: Collection;
  readonly key: string;
}

async function visibleNested(context: Context, revisions: readonly Seen[]): Promise<Visible> {
  const nested = revisions.flatMap(({ revision, collection, data }) =>
    [revision.data, revision.delta].flatMap((value) =>
      isRecord(value) ? nestedIn(context, collection, value, data) : [],
    ),
  );
  const visible = new Map<string, ReadonlySet<string>>();
  for (const [name, items] of groupBy(nested, ({ related }) => related.name)) {
    const [first] = items;
    if (!first || !policyOf(context, first.related).allows('read')) continue;
    visible.set(
      name,
      await visibleKeys(
        context,
        first.related,
        items.map(({ key }) => key),
      ),
    );
  }
  return visible;
}

/** The items nested in a value of an item, at any depth. `row` is what the item has become. */
function nestedIn(context: Context, collection: Collection, value: Payload, row: Payload): Nested[] {
  return Object.entries(value).flatMap(([name, item]): Nested[] => {
    const related = relatedOf(context, collection.byName.get(name));
    if (!related || !isRecord(item)) return [];
    const key = keyOf(related, item, row[name]);
    return [...(key === undefined ? [] : [{ related, key: String(key) }]), ...nestedIn(context, related, item, {})];
  });
}

const relatedOf = ({ store }: Context, field: Field | undefined): Collection | undefined =>
  field?.relation?.kind === 'm2o' ? store.catalog.schema.collections.get(field.relation.collection) : undefined;

/** The key of a nested item: its own, or the one that the field has now. */
function keyOf({ primaryKey }: Collection, item: Payload, known: unknown): string | number | undefined {
  const key = item[primaryKey?.name ?? ''] ?? known;
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

function narrowed(context: Context, { revision, collection, data }: Seen, visible: Visible): Item {
  const key = asText(revision.item);
  const shown = (value: unknown): unknown => {
    if (isRecord(value)) return shownValues(context, collection, value, { key, row: data, visible });
    return Array.isArray(value) && value.length === 0 ? value : null;
  };
  return { ...revision, data: shown(revision.data), delta: shown(revision.delta) };
}

/** An item of which some values are shown. */
interface Shown {
  readonly key: string | number | undefined;
  /** All that is known of it. */
  readonly row: Payload;
  readonly visible: Visible;
}

/** The values that the caller may read; nobody can say so of what is no field. */
function shownValues(context: Context, collection: Collection, values: Payload, item: Shown): Payload {
  const policy = policyOf(context, collection);
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = collection.byName.get(name);
    if (!field || !isShown(context, collection, policy.readable(name), item)) return [];
    const shown = shownValue(context, field, value, item);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

function isShown({ caller }: Context, collection: Collection, access: FieldAccess, { key, row }: Shown): boolean {
  if (access.kind === 'always') return true;
  if (access.kind === 'self') return collection.name === 'directus_users' && String(key) === String(userIdOf(caller));
  const status = statusIn(collection, row);
  return access.kind === 'statuses' && status !== undefined && !access.hiddenIn.includes(status);
}

/** Of a nested item that the caller may not read its key is left; undefined where nothing is. */
function shownValue(context: Context, field: Field, value: unknown, { row, visible }: Shown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const related = relatedOf(context, field);
  if (!related) return field.type.structured || field.madeOf ? value : undefined;
  if (!isRecord(value)) return undefined;
  const key = keyOf(related, value, row[field.name]);
  if (!isReadable(context, related, value, key, visible)) return key;
  return shownValues(context, related, value, { key, row: value, visible });
}

function isReadable(
  context: Context,
  related: Collection,
  item: Payload,
  key: string | number | undefined,
  visible: Visible,
): boolean {
  const rule = policyOf(context, related).rule('read');
  const isOpen = rule.kind === 'level' && rule.level === 'full';
  const isVisible = key === undefined ? isOpen : visible.get(related.name)?.has(String(key)) === true;
  return isVisible && wasReadable(context, related, item);
}

import type { CollectionPolicy } from '../../permissions/policy.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { isAdmin, roleOf, userIdOf } from '../caller.ts';
import type { Context } from '../context.ts';
import { visibleKeys } from '../items/visible-keys.ts';

/**
 * The revisions among these that the caller may see: those of items that the caller may read, without the fields that
 * the caller may not. Each carries its `collection` and `item`. (Decisions, "Reading and writing items".)
 */
export async function visibleRevisions(context: Context, revisions: readonly Item[]): Promise<Item[]> {
  if (isAdmin(context.caller)) return [...revisions];
  const names = new Set(revisions.map((revision) => String(revision.collection)));
  const shown = new Map<unknown, Item>();
  for (const name of names) {
    const own = revisions.filter((revision) => revision.collection === name);
    for (const revision of await ofCollection(context, name, own)) shown.set(revision.id, revision);
  }
  return revisions.map(({ id }) => shown.get(id)).filter((revision): revision is Item => revision !== undefined);
}

async function ofCollection(context: Context, name: string, revisions: readonly Item[]): Promise<Item[]> {
  const collection = context.store.catalog.schema.collections.get(name);
  const policy = context.store.catalog.policy(roleOf(context.caller)).collection(name);
  if (!collection || !policy.allows('read')) return [];
  const keys = await visibleKeys(
    context,
    collection,
    revisions.map(({ item }) => String(item)),
  );
  const seen = revisions.filter(({ item }) => keys.has(String(item)));
  const readable = seen.filter((revision) => wasReadable(context, collection, policy, revision));
  return readable.map((revision) => withoutHidden(context, collection, policy, revision));
}

/** Collections of which the caller may read anything at all. */
export function readableCollections(context: Context): string[] {
  const policy = context.store.catalog.policy(roleOf(context.caller));
  return [...context.store.catalog.schema.collections.keys()].filter((name) => policy.collection(name).allows('read'));
}

/** Whether the caller may read items of the status, and of the owner, that the item had then. */
function wasReadable({ caller }: Context, collection: Collection, policy: CollectionPolicy, { data }: Item): boolean {
  const rule = policy.rule('read');
  const status = statusIn(collection, data);
  const level = rule.kind === 'level' ? rule.level : rule.levels.find((each) => each.status === status)?.level;
  const { owner } = collection;
  if (level !== 'mine' || collection.system) return level !== undefined && level !== 'none';
  return owner !== null && isRecord(data) && String(data[owner.name]) === String(userIdOf(caller));
}

/** A revision shows of its item what a read would show. */
function withoutHidden(context: Context, collection: Collection, policy: CollectionPolicy, revision: Item): Item {
  const status = statusIn(collection, revision.data);
  const isOwn = collection.name === 'directus_users' && String(revision.item) === String(userIdOf(context.caller));
  const isShown = (field: string): boolean => {
    const access = policy.readable(field);
    if (access.kind === 'statuses') return !access.hiddenIn.includes(status);
    return access.kind === 'always' || (access.kind === 'self' && isOwn);
  };
  const narrowed = (value: unknown): unknown =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([field]) => isShown(field))) : value;
  return { ...revision, data: narrowed(revision.data), delta: narrowed(revision.delta) };
}

function statusIn({ status }: Collection, data: unknown): string {
  return status && isRecord(data) ? String(data[status.field.name]) : '';
}

import { userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { insertRow, insertRows, type Values } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { recordedChange, withoutSecrets } from '../../query/plan/write/recorded.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { storeValue } from '../../schema/codec.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { readWhole, readWholeKnown, readWholes } from './read.ts';

export type ActivityAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'soft-delete'
  | 'revert'
  | 'comment'
  | 'upload'
  | 'authenticate'
  | 'invalid-credentials'
  | 'status-update';

/** The item that a nested item was written through. */
export interface ParentItem {
  readonly collection: string;
  /** Null while the parent is being created. */
  readonly key: string | null;
}

const UNLOGGED: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_revisions',
  'directus_collection_presets',
  'directus_user_sessions',
  'directus_migrations',
]);

interface Change {
  readonly action: ActivityAction;
  readonly collection: Collection;
  readonly key: Stored;
  readonly payload: Payload;
  readonly parent?: ParentItem | undefined;
  /** Written beside another item, which has the caller's comment. */
  readonly apart?: boolean | undefined;
}

/** Records a change: who did what, and the item as it is now. (Contract, L-1 to L-37.) */
export async function recordChange(tx: Transaction, change: Change): Promise<void> {
  const { collection, action, key, parent, apart } = change;
  const { context } = tx;
  if (context.skipActivity || UNLOGGED.has(collection.name)) return;
  const comment = parent || apart ? null : context.comment;
  const recorded = recordActivity(tx, { action, collection: collection.name, item: String(key), comment });
  if (action === 'delete') return void (await recorded);
  // Engines behind a network are asked for both at once.
  const [activity, { item, known }] = await Promise.all([
    recorded,
    readWholeKnown(context, tx.connection, collection, String(key)),
  ]);
  await insertRow(tx, revisionsOf(context), revisionRow(context, change, activity, item));
  tx.latest.keep(known);
}

/** Records the creation of items that came about alike, their records many at once. */
export async function recordCreations(
  tx: Transaction,
  collection: Collection,
  keys: readonly Stored[],
  payloads: readonly Payload[],
): Promise<void> {
  const { context } = tx;
  if (context.skipActivity || UNLOGGED.has(collection.name)) return;
  const { comment } = context;
  const entry = { action: 'create', collection: collection.name, comment } as const;
  const entries = keys.map((key) => activityRow(context, { ...entry, item: String(key) }));
  const activities = await insertRows(tx, activityOf(context), entries);
  const items = await readWholes(context, tx.connection, collection, keys.map(String));
  const revisions: Values[] = [];
  for (const [index, key] of keys.entries()) {
    const change = { action: 'create', collection, key, payload: payloads[index] ?? {} } as const;
    // An engine may write a key in another way than it was given.
    const item = items.get(String(key)) ?? (await readWhole(context, tx.connection, collection, String(key)));
    revisions.push(revisionRow(context, change, activities[index] ?? null, item));
  }
  await insertRows(tx, revisionsOf(context), revisions);
}

const activityOf = ({ store }: Context): Collection => collectionOf(store.catalog.schema, 'directus_activity');
const revisionsOf = ({ store }: Context): Collection => collectionOf(store.catalog.schema, 'directus_revisions');

/** The row of `directus_revisions` that shows what an item has become by a change. */
function revisionRow(
  { store }: Context,
  { collection, key, payload, parent }: Change,
  activity: Stored,
  item: Item | undefined,
): Values {
  const delta = recordedChange(store.catalog.schema, collection, payload);
  return new Map<string, Stored>([
    ['activity', activity],
    ['collection', collection.name],
    ['item', String(key)],
    ['data', JSON.stringify(withoutSecrets(collection, item ?? {}))],
    ['delta', JSON.stringify(Object.keys(delta).length > 0 ? delta : [])],
    ['parent_collection', parent?.collection ?? null],
    ['parent_item', parent?.key ?? null],
    [
      'parent_changed',
      parent ? Number(Object.keys(delta).some((name) => name !== primaryKeyOf(collection).name)) : null,
    ],
  ]);
}

interface ActivityEntry {
  readonly action: ActivityAction;
  readonly collection: string;
  readonly item: string;
  readonly comment?: string | null;
  /** The acting user, where it is not the caller. */
  readonly by?: number;
}

/** Writes a row of `directus_activity` and returns its id. */
export function recordActivity(tx: Transaction, entry: ActivityEntry): Promise<Stored> {
  return insertRow(tx, activityOf(tx.context), activityRow(tx.context, entry));
}

function activityRow(context: Context, entry: ActivityEntry): Values {
  return new Map<string, Stored>([
    ['action', entry.action],
    ['action_by', entry.by ?? userIdOf(context.caller)],
    ['action_on', sqlDatetime(context.now)],
    ['ip', context.ip],
    ['user_agent', context.userAgent.slice(0, 255)],
    ['collection', entry.collection],
    ['item', entry.item],
    ['comment', entry.comment ?? null],
  ]);
}

/** The stored form of a plain payload, for rows that the server writes by itself. */
export function storedValues(collection: Collection, payload: Payload): Values {
  const entries = Object.entries(payload).flatMap(([name, value]): [string, Stored][] => {
    const field = collection.byName.get(name);
    return field?.column ? [[name, storeValue(value, field)]] : [];
  });
  return new Map(entries);
}

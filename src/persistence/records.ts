import { userIdOf } from '../permissions/caller.ts';
import type { Payload } from '../query/plan/write/payload.ts';
import type { ActivityAction, RecordStep, Values } from '../query/plan/write/plan.ts';
import { recordStep, withoutSecrets } from '../query/plan/write/recorded.ts';
import type { Item } from '../query/shape/decoder.ts';
import { storeValue } from '../schema/codec.ts';
import type { Collection } from '../schema/collection.ts';
import { keyText } from '../schema/key-text.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import { shownKey } from '../schema/shown-key.ts';
import type { Stored } from '../schema/stored.ts';
import { sqlDatetime } from '../shared/datetime.ts';
import { mapInTurns } from '../shared/in-turns.ts';
import type { Scope } from './context.ts';
import { presentCollection } from './present-collection.ts';
import { readWhole, readWholeAnew, readWholes, type Whole } from './read/whole.ts';
import { appendTied, insertRow, insertRows } from './rows.ts';
import type { Transaction } from './transaction.ts';

/** An item that has changed. */
interface Recorded {
  readonly collection: Collection;
  readonly key: Stored;
  /** The item before the change, if it is known. */
  readonly stored?: Item | null;
}

/** Records a change: who did what, and the item as it is now, which it returns. (Contract, L-1 to L-37.) */
export async function record(
  tx: Transaction,
  { collection, key, stored }: Recorded,
  step: RecordStep,
): Promise<Whole | undefined> {
  const { action, comment } = step;
  const entry = { action, collection: collection.name, item: shownKey(collection, key, stored), comment };
  if (action === 'delete') return void (await recordActivity(tx, entry));
  const whole = await readWholeAnew(tx, collection, keyText(key));
  const item = shownKey(collection, key, whole.item);
  const activity = {
    collection: presentCollection(tx.context, 'directus_activity'),
    values: activityRow(tx.context, { ...entry, item }),
  };
  const values = revisionRow(collection, { key: item, step, item: whole.item });
  await appendTied(tx, activity, ACTIVITY, { collection: presentCollection(tx.context, 'directus_revisions'), values });
  return whole;
}

/** Records a change that a use case made on its own, if changes of the collection are recorded. */
export async function recordChange(
  tx: Transaction,
  change: Recorded & { readonly action: ActivityAction; readonly payload: Payload },
): Promise<void> {
  const { store, write } = tx.context;
  const context = { schema: store.catalog.schema, recorded: !write.skipActivity, comment: write.comment };
  for (const step of recordStep(context, change.collection, change.action, change.payload, {}))
    if (step.do === 'record') await record(tx, change, step);
}

/**
 * Records the creation of items of the same origin, with many records per statement. Returns the items in the same
 * order.
 */
export async function recordCreations(
  tx: Transaction,
  collection: Collection,
  created: readonly { readonly key: Stored; readonly step: RecordStep }[],
): Promise<(Item | undefined)[]> {
  const { context } = tx;
  const keys = created.map(({ key }) => keyText(key));
  const found = await readWholes(tx, collection, keys);
  const items: (Item | undefined)[] = [];
  // An engine may return a key in another form than the one given.
  for (const key of keys) items.push(found.get(key) ?? (await readWhole(tx, collection, key)));
  const shown = created.map(({ key }, index) => shownKey(collection, key, items[index]));
  const entries = created.map(({ step: { action, comment } }, index) =>
    activityRow(context, { action, collection: collection.name, item: shown[index] ?? '', comment }),
  );
  const activities = await insertRows(tx, presentCollection(context, 'directus_activity'), entries);
  const revisions = await mapInTurns(created, ({ step }, index) =>
    withActivity(
      activities[index] ?? null,
      revisionRow(collection, { key: shown[index] ?? '', step, item: items[index] }),
    ),
  );
  await insertRows(tx, presentCollection(context, 'directus_revisions'), revisions);
  return items;
}

/** The column of a revision that refers to its activity. */
const ACTIVITY = 'activity';

const withActivity = (activity: Stored, revision: Values): Values => new Map([[ACTIVITY, activity], ...revision]);

/** What the row of a revision is built from. */
interface Revision {
  readonly key: string;
  readonly step: RecordStep;
  readonly item: Item | undefined;
}

/** The row of `directus_revisions` for the state of an item after a change, without its activity. */
function revisionRow(collection: Collection, { key, step, item }: Revision): Values {
  const { delta, parent } = step;
  return new Map<string, Stored>([
    ['collection', collection.name],
    ['item', key],
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
  /** The acting user, if not the caller. */
  readonly by?: number;
}

/** Writes a row of `directus_activity` and returns its id. */
export function recordActivity(tx: Transaction, entry: ActivityEntry): Promise<Stored> {
  return insertRow(tx, presentCollection(tx.context, 'directus_activity'), activityRow(tx.context, entry));
}

function activityRow(scope: Scope, entry: ActivityEntry): Values {
  return new Map<string, Stored>([
    ['action', entry.action],
    ['action_by', entry.by ?? userIdOf(scope.caller)],
    ['action_on', sqlDatetime(scope.now)],
    ['ip', scope.client.ip],
    ['user_agent', scope.client.userAgent.slice(0, 255)],
    ['collection', entry.collection],
    ['item', entry.item],
    ['comment', entry.comment ?? null],
  ]);
}

/** The stored form of a plain payload, for rows that the server writes. */
export function storedValues(collection: Collection, payload: Payload): Values {
  const entries = Object.entries(payload).flatMap(([name, value]): [string, Stored][] => {
    const field = collection.byName.get(name);
    return field?.column ? [[name, storeValue(value, field)]] : [];
  });
  return new Map(entries);
}

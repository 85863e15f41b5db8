import type { Condition } from '../../persistence/conditions.ts';
import { BATCH, removeKeys, removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { activity } from '../../schema/system/activity.ts';
import { revisions } from '../../schema/system/revisions.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { type RetentionRules, retentionRules } from './rules.ts';

/** Activity that is more than a log entry: comments are user data, and failed sign-ins lock accounts. */
const KEPT_BY_NUMBER = ['comment', 'authenticate', 'invalid-credentials'];

/** The numbers of removed rows. */
export interface Removed {
  readonly revisions: number;
  readonly activity: number;
}

/**
 * Removes the revisions and activity that the settings do not keep, a few hundred rows per transaction. Keeps the
 * newest revision of each item, the activity of every remaining revision, and all comments.
 */
export async function applyRetention(store: Store, now: Date): Promise<Removed> {
  const rules = retentionRules(store.catalog.settings);
  if (!rules) return { revisions: 0, activity: 0 };
  return { revisions: await thinRevisions(store, rules, now), activity: await thinActivity(store, rules, now) };
}

const OWNED = ['id', 'collection', 'item', 'activity'];

async function thinRevisions(store: Store, rules: RetentionRules, now: Date): Promise<number> {
  let removed = 0;
  for await (const batch of outdatedRevisions(store, rules, now))
    removed += await removeKeys(
      store,
      revisions,
      batch.map(({ id }) => id),
    );
  return removed;
}

/** A revision to remove, and its activity record. */
interface Outdated {
  readonly id: number;
  readonly activity: number;
}

/** The revisions to remove, item by item, newest first. Memory holds one batch. */
export async function* outdatedRevisions(
  store: Store,
  rules: RetentionRules,
  now: Date,
): AsyncGenerator<readonly Outdated[]> {
  if (rules.revisions === null && rules.revisionDays === null) return;
  const kept = rules.revisions ?? Number.POSITIVE_INFINITY;
  const oldest = await lastActivityBefore(store, rules.revisionDays, now);
  const rows = new TableRows(store.dialect, revisions);
  const chunks = rows.chunks(store.database, [], ['collection', 'item', '-id'], BATCH, { columns: OWNED });
  let [current, place] = ['', 0];
  for await (const batch of chunks) {
    yield batch.flatMap(({ id, collection, item, activity: record }) => {
      const name = `${String(collection)}\0${String(item)}`;
      place = name === current ? place + 1 : 1;
      current = name;
      const isOutdated = place > 1 && (place > kept || Number(record) <= oldest);
      return isOutdated ? [{ id: Number(id), activity: Number(record) }] : [];
    });
  }
}

async function thinActivity(store: Store, rules: RetentionRules, now: Date): Promise<number> {
  let removed = 0;
  for (const bound of await activityBounds(store, rules, now))
    removed += await removeRows(store, activity, outdatedActivity(bound));
  return removed;
}

/** Activity up to an id may be removed, except for some actions. */
export interface ActivityBound {
  readonly last: number;
  readonly kept: readonly string[];
}

/** The bounds that the rules by age and by number set for activity. */
export async function activityBounds(store: Store, rules: RetentionRules, now: Date): Promise<ActivityBound[]> {
  const byAge = await lastActivityBefore(store, rules.activityDays, now);
  const byNumber = rules.activity === null ? 0 : await newest(store, [], rules.activity);
  const bounds = [
    { last: byAge, kept: ['comment'] },
    { last: byNumber, kept: KEPT_BY_NUMBER },
  ];
  return bounds.filter(({ last }) => last > 0);
}

/** The activity within a bound that belongs to no revision. */
export const outdatedActivity = ({ last, kept }: ActivityBound): Condition[] => [
  ['id', '<=', last],
  ['action', 'not in', kept],
  ['id', 'not in all', { table: revisions, column: 'activity' }],
];

/** Returns the id of the newest activity older than this many days; 0 if there is none or no such rule. */
async function lastActivityBefore(store: Store, days: number | null, now: Date): Promise<number> {
  if (days === null) return 0;
  const moment = sqlDatetime(new Date(now.getTime() - days * DAY_MS));
  return newest(store, [['action_on', '<', moment]], 0);
}

/** Returns the id of the first matching activity after the `skipped` newest ones. */
async function newest(store: Store, where: readonly Condition[], skipped: number): Promise<number> {
  const rows = new TableRows(store.dialect, activity);
  const [row] = await rows.find(store.database, where, '-id', 1, { columns: ['id'], offset: skipped });
  return Number(row?.id ?? 0);
}

import { bind, NO_BINDING } from '../../dialects/bind.ts';
import { BATCH, removeKeys, removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { and, type Binding, columnNamed, type Expression, fixed, selectFrom } from '../../query/sql/nodes.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { type RetentionRules, retentionRules } from './rules.ts';

const DAY_MS = 86_400_000;
const REVISIONS = 'directus_revisions';
const ACTIVITY = 'directus_activity';
/** Actions whose records are more than records: comments are content, and failures to sign in lock accounts. */
const KEPT_BY_NUMBER = ['comment', 'authenticate', 'invalid-credentials'];

/** How many rows went. */
interface Removed {
  readonly revisions: number;
  readonly activity: number;
}

/**
 * Removes the revisions and records of activity that the settings do not keep, some hundred in each transaction. The
 * newest revision of an item stays, and so does the activity of every revision that stays, and every comment.
 */
export async function applyRetention(store: Store, now: Date): Promise<Removed> {
  const rules = retentionRules(store.catalog.settings);
  if (!rules) return { revisions: 0, activity: 0 };
  return { revisions: await thinRevisions(store, rules, now), activity: await thinActivity(store, rules, now) };
}

const id = columnNamed('id', 'integer');
const by = (expression: Expression, descending = false) =>
  ({ by: expression, descending, nulls: null, text: false }) as const;

/** Reads the keys item by item, the newest first; memory holds one batch. */
async function thinRevisions(store: Store, { revisions, revisionDays }: RetentionRules, now: Date): Promise<number> {
  if (revisions === null && revisionDays === null) return 0;
  const oldest = await lastActivityBefore(store, revisionDays, now);
  const [collection, item] = [columnNamed('collection', 'text'), columnNamed('item', 'text')];
  const columns = [id, collection, item, columnNamed('activity', 'integer')];
  const order = [by(collection), by(item), by(id, true)];
  const select = selectFrom(REVISIONS, columns, { order });
  let [current, place, removed] = ['', 0, 0];
  for await (const rows of store.database.chunks(bind(store.dialect.printer.select(select), NO_BINDING), BATCH)) {
    const outdated = rows.flatMap(([key, ...owner]) => {
      const activity = Number(owner.pop());
      const name = owner.join('\0');
      place = name === current ? place + 1 : 1;
      current = name;
      const tooMany = place > (revisions ?? Number.POSITIVE_INFINITY);
      return place > 1 && (tooMany || activity <= oldest) ? [Number(key)] : [];
    });
    removed += await removeKeys(store, REVISIONS, outdated);
  }
  return removed;
}

async function thinActivity(store: Store, { activity, activityDays }: RetentionRules, now: Date): Promise<number> {
  const byAge = await lastActivityBefore(store, activityDays, now);
  const byNumber = activity === null ? 0 : await newest(store, [], activity);
  const aged = await removeActivity(store, byAge, ['comment']);
  return aged + (await removeActivity(store, byNumber, KEPT_BY_NUMBER));
}

async function removeActivity(store: Store, last: number, kept: readonly string[]): Promise<number> {
  if (last <= 0) return 0;
  const ofRevisions = selectFrom(REVISIONS, [columnNamed('activity', 'integer', 't1')], { alias: 't1' });
  const referred: Expression = { type: 'inSelect', left: id, select: ofRevisions };
  const old: Expression = { type: 'compare', sign: '<=', left: id, right: fixed(last, 'integer') };
  const of = kept.map((action) => fixed(action, 'text'));
  const ordinary: Expression = { type: 'in', left: columnNamed('action', 'text'), of, negated: true };
  const where = and([old, ordinary, { type: 'not', of: referred }]);
  return removeRows(store, ACTIVITY, where);
}

/** The newest record of activity that is older than so many days; 0 where there is none, or no such rule. */
async function lastActivityBefore(store: Store, days: number | null, now: Date): Promise<number> {
  if (days === null) return 0;
  const moment = fixed(sqlDatetime(new Date(now.getTime() - days * DAY_MS)), 'datetime');
  return newest(store, [{ type: 'compare', sign: '<', left: columnNamed('action_on', 'datetime'), right: moment }], 0);
}

/** The key of the record of activity behind the `skipped` newest that match. */
async function newest(store: Store, where: readonly Expression[], skipped: number): Promise<number> {
  const order = [by(id, true)];
  const parts = { where: and(where), order, limit: 1, offset: ({ offset }: Binding) => offset };
  const printed = store.dialect.printer.select(selectFrom(ACTIVITY, [id], parts));
  const [row] = await store.database.all(bind(printed, { ...NO_BINDING, offset: skipped }));
  return Number(row?.[0] ?? 0);
}

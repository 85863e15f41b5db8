import { invalid } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { BATCH } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { activity } from '../../schema/system/activity.ts';
import { type ActivityBound, activityBounds, outdatedActivity, outdatedRevisions, type Removed } from './apply.ts';
import { type RetentionRules, retentionRules } from './rules.ts';

/** The names of rules in a request: the settings without `octavo_`. Empty texts keep everything. */
const RULE_NAMES = ['keep_revisions', 'keep_revisions_days', 'keep_activity', 'keep_activity_days'] as const;
type GivenRules = Readonly<Partial<Record<(typeof RULE_NAMES)[number], string | undefined>>>;

/** The rules, and what they would remove now. */
interface RetentionPreview {
  readonly rules: Readonly<Record<(typeof RULE_NAMES)[number], number | null>>;
  readonly removes: Removed;
}

const EVERYTHING: RetentionRules = { revisions: null, revisionDays: null, activity: null, activityDays: null };

/**
 * Counts what the project's rules, or the given ones, would remove. Removes nothing. Error 4 for rules that are not
 * integers.
 */
export async function previewRetention({ store, now }: Context, given: GivenRules): Promise<RetentionPreview> {
  const rules = rulesOf(given) ?? retentionRules(store.catalog.settings) ?? EVERYTHING;
  return {
    rules: {
      keep_revisions: rules.revisions,
      keep_revisions_days: rules.revisionDays,
      keep_activity: rules.activity,
      keep_activity_days: rules.activityDays,
    },
    removes: await countOutdated(store, rules, now),
  };
}

/** The rules in a request; null if it has none. */
function rulesOf(given: GivenRules): RetentionRules | null {
  if (RULE_NAMES.every((name) => given[name] === undefined)) return null;
  return {
    revisions: countOf('keep_revisions', given),
    revisionDays: countOf('keep_revisions_days', given),
    activity: countOf('keep_activity', given),
    activityDays: countOf('keep_activity_days', given),
  };
}

function countOf(name: (typeof RULE_NAMES)[number], given: GivenRules): number | null {
  const text = given[name] ?? '';
  if (text === '') return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid(name, 'a whole number from 1');
  return Number(text);
}

/** Counts revisions and activity to remove. The activity of a removed revision counts, too. */
async function countOutdated(store: Store, rules: RetentionRules, now: Date): Promise<Removed> {
  const bounds = await activityBounds(store, rules, now);
  const last = Math.max(0, ...bounds.map((bound) => bound.last));
  let [outdated, freed] = [0, 0];
  for await (const batch of outdatedRevisions(store, rules, now)) {
    outdated += batch.length;
    freed += batch.filter((revision) => revision.activity <= last).length;
  }
  return { revisions: outdated, activity: freed + (await countActivity(store, bounds)) };
}

/** Counts a record that both rules would remove once. */
async function countActivity(store: Store, bounds: readonly ActivityBound[]): Promise<number> {
  const found = new TableRows(store.dialect, activity);
  let [count, above] = [0, 0];
  for (const bound of bounds) {
    const where = [...outdatedActivity(bound), ['id', '>', above] as const];
    for await (const rows of found.chunks(store.database, where, [], BATCH, { columns: ['id'] })) count += rows.length;
    above = bound.last;
  }
  return count;
}

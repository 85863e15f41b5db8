/** What somebody did to an item, as the server records it. */
export interface Activity {
  readonly id: number;
  readonly action: string;
  readonly action_by: Person | number | null;
  readonly action_on: string;
  readonly comment: string | null;
  readonly edited_on: string | null;
  readonly comment_deleted_on: string | null;
}

export interface Person {
  readonly id: number;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
  readonly avatar?: { readonly id: number; readonly private_hash: string } | null;
}

export type State = Readonly<Record<string, unknown>>;

/** A recorded state of an item. */
export interface Revision {
  readonly id: number;
  readonly activity: number;
  readonly data: State;
  readonly delta: State;
}

/** A recorded state of an item that was written in a list of another one. */
export interface NestedRevision extends Revision {
  readonly collection: string;
  readonly item: string;
}

/** A line of the timeline. */
export interface Entry {
  readonly activity: Activity;
  readonly revision: Revision | null;
  /** The state before, if there was one and it has been read. */
  readonly before: Revision | null;
  /** Items in the item's lists that the same write created or changed. */
  readonly nested: readonly NestedRevision[];
}

const COMMENT = 'comment';

export const isComment = ({ action }: Activity): boolean => action === COMMENT;
/** Somebody was asked about the item, or has answered. */
export const isTask = ({ action }: Activity): boolean => /^task(?:-|$)/.test(action);

/**
 * The lines of a timeline, the newest first. Records of nested items follow the record of the item that they were
 * written with, and belong to the last one before them.
 */
export function entriesOf(
  activities: readonly Activity[],
  revisions: readonly Revision[],
  nested: readonly NestedRevision[] = [],
): readonly Entry[] {
  const newestFirst = revisions.toSorted((a, b) => b.id - a.id);
  const writes = activities.filter((activity) => !isComment(activity) && !isTask(activity)).map(({ id }) => id);
  return activities
    .toSorted((a, b) => b.id - a.id)
    .map((activity) => {
      const at = newestFirst.findIndex((revision) => revision.activity === activity.id);
      const next = Math.min(...writes.filter((id) => id > activity.id), Number.POSITIVE_INFINITY);
      const within = (id: number): boolean => id > activity.id && id < next;
      return {
        activity,
        revision: newestFirst[at] ?? null,
        before: at < 0 ? null : (newestFirst[at + 1] ?? null),
        nested: isComment(activity) ? [] : nested.filter((row) => within(row.activity)),
      };
    });
}

/** A revision as it was read. Older servers stored empty states as something else than objects; they count as empty. */
export const revisionOf = <T extends Revision>(row: T): T => ({
  ...row,
  activity: idOf(row.activity),
  data: stateOf(row.data),
  delta: stateOf(row.delta),
});

const stateOf = (value: unknown): State =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as State) : {};

const idOf = (value: unknown): number => Number((value as { id?: unknown } | null)?.id ?? value);

/** Who did something: a user, or somebody who cannot be named. */
export const personOf = ({ action_by: by }: Activity): Person | null =>
  typeof by === 'object' && by !== null ? by : typeof by === 'number' && by > 0 ? { id: by } : null;

import { Violations, violation } from '../../errors/violations.ts';
import { SCHEDULE_ACTIONS, type ScheduleAction } from '../../persistence/schedules.ts';
import type { Collection, StatusField } from '../../schema/collection.ts';
import { collectionOf, type Schema } from '../../schema/schema.ts';
import { momentIn } from '../../shared/moment.ts';
import { asText } from '../../shared/text.ts';

/** A schedule as it is sent. */
export interface SentSchedule {
  readonly collection: string;
  readonly item: string | number;
  readonly action: string;
  readonly status: string | number | boolean;
  readonly at: string;
}

/** What somebody wants to happen to an item, and when. */
export interface WantedChange {
  readonly collection: Collection;
  readonly statusField: StatusField;
  readonly item: string;
  readonly action: ScheduleAction;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The change that was sent. Errors 200, 4. */
export function wantedChange(schema: Schema, sent: SentSchedule, now: Date): WantedChange {
  const collection = collectionOf(schema, sent.collection);
  const [status, at] = [asText(sent.status), momentIn(sent.at)];
  const violations = new Violations();
  const statusField = collection.system || !collection.primaryKey ? null : collection.status;
  if (!statusField) violations.add('collection', violation.expected('a collection of your own with a status field'));
  else if (!statusField.statuses.has(status))
    violations.add('status', violation.expected(`one of ${[...statusField.statuses.keys()].join(', ')}`));
  const action = SCHEDULE_ACTIONS.find((known) => known === sent.action);
  if (!action) violations.add('action', violation.expected(`one of ${SCHEDULE_ACTIONS.join(', ')}`));
  // Moments in the past are refused: a clock that is wrong should not publish at once.
  if (!(at > now.getTime()))
    violations.add('at', violation.expected('a moment to come with its time zone, such as 2026-12-31T23:59:00Z'));
  violations.throwIfAny();
  return { collection, statusField, item: asText(sent.item), action, status, at } as WantedChange;
}

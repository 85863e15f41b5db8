import { Violations, violation } from '../../errors/violations.ts';
import { SCHEDULE_ACTIONS, type ScheduleAction } from '../../persistence/schedules.ts';
import type { Collection, StatusField } from '../../schema/collection.ts';
import { collectionOf, type Schema } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { futureMoment, statusFieldOf } from '../items/wanted-status.ts';

/** A schedule in a request. */
export interface SentSchedule {
  readonly collection: string;
  readonly item: string | number;
  readonly action: string;
  readonly status: string | number | boolean;
  readonly at: string;
}

/** The requested change of an item, and when to make it. */
export interface WantedChange {
  readonly collection: Collection;
  readonly statusField: StatusField;
  readonly item: string;
  readonly action: ScheduleAction;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Parses the requested change. Errors 200, 4. */
export function wantedChange(schema: Schema, sent: SentSchedule, now: Date): WantedChange {
  const collection = collectionOf(schema, sent.collection);
  const status = asText(sent.status);
  const violations = new Violations();
  const statusField = statusFieldOf(collection, violations);
  if (statusField && !statusField.statuses.has(status))
    violations.add('status', violation.expected(`one of ${[...statusField.statuses.keys()].join(', ')}`));
  const action = SCHEDULE_ACTIONS.find((known) => known === sent.action);
  if (!action) violations.add('action', violation.expected(`one of ${SCHEDULE_ACTIONS.join(', ')}`));
  const at = futureMoment('at', sent.at, now, violations);
  violations.throwIfAny();
  return { collection, statusField, item: asText(sent.item), action, status, at } as WantedChange;
}

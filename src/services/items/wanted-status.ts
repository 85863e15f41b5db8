import { type Violations, violation } from '../../errors/violations.ts';
import type { Collection, StatusField } from '../../schema/collection.ts';
import { momentIn } from '../../shared/moment.ts';

/** The status field of a collection whose items can change status later; adds a violation if there is none. */
export function statusFieldOf({ system, primaryKey, status }: Collection, violations: Violations): StatusField | null {
  const field = system || !primaryKey ? null : status;
  if (!field) violations.add('collection', violation.expected('a collection of your own with a status field'));
  return field;
}

/**
 * A future moment in milliseconds since 1970; adds a violation for anything else. Past moments are refused, since a
 * client with a wrong clock should not publish at once.
 */
export function futureMoment(member: string, sent: string, now: Date, violations: Violations): number {
  const moment = momentIn(sent);
  if (!(moment > now.getTime()))
    violations.add(member, violation.expected('a moment to come with its time zone, such as 2026-12-31T23:59:00Z'));
  return moment;
}

import type { Schedule } from '../../persistence/schedules.ts';

/** A schedule as shown to those who may change the item. */
export interface ShownSchedule {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly action: Schedule['action'];
  readonly status: string;
  readonly at: string;
  readonly state: Schedule['state'];
  readonly user: number;
  readonly comment: string | null;
  /** Why the change was not made. */
  readonly error: Schedule['error'];
  readonly created_on: string;
}

/** The shown form of a schedule. */
export function showSchedule(schedule: Schedule): ShownSchedule {
  const { id, collection, item, action, status, at, state, owner, comment, error, created } = schedule;
  const moments = { at: moment(at), created_on: moment(created) };
  return { id, collection, item, action, status, state, user: owner.id, comment, error, ...moments };
}

const moment = (time: number): string => new Date(time).toISOString();

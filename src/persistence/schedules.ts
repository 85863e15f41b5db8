import type { Connection, Dialect, Reader } from '../dialects/dialect.ts';
import { schedules } from '../schema/internal/schedules.ts';
import type { Condition } from './conditions.ts';
import { failureIn, type JobFailure, type JobOwner, ownerColumns } from './jobs/job.ts';
import { numberIn, textIn } from './row-values.ts';
import type { StoreView } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';

/** The purpose of a schedule: to publish an item, or to withdraw it. */
export const SCHEDULE_ACTIONS = ['publish', 'withdraw'] as const;
/** A refused schedule stays until somebody deletes it. */
export const SCHEDULE_STATES = ['waiting', 'refused'] as const;

export type ScheduleAction = (typeof SCHEDULE_ACTIONS)[number];

/** A scheduled change of an item's status. Times are milliseconds since 1970. */
export interface Schedule {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly action: ScheduleAction;
  readonly status: string;
  readonly state: (typeof SCHEDULE_STATES)[number];
  readonly at: number;
  readonly owner: JobOwner;
  readonly comment: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly version: number;
  readonly attempts: number;
  readonly error: JobFailure | null;
  readonly created: number;
}

/** The part of a schedule that its owner decides. */
type NewSchedule = Omit<Schedule, 'id' | 'state' | 'version' | 'attempts' | 'error'>;

/** How long a server may be silent before another one makes the change. */
const LEASE_MS = 60_000;

export const scheduleRows = ({ dialect }: Pick<StoreView, 'dialect'>): TableRows => new TableRows(dialect, schedules);

/** Stores a schedule, replacing the one with the same action on the same item, and returns its id. */
export async function putSchedule(store: StoreView, connection: Connection, schedule: NewSchedule): Promise<number> {
  const { collection, item, action, status, at, comment, created } = schedule;
  await scheduleRows(store).delete(connection, [...ofItem(collection, item), ['action', '=', action]]);
  return scheduleRows(store).insertCounted(connection, {
    ...{ collection, item, action, status, at, comment },
    state: 'waiting',
    due_at: at,
    ...ownerColumns(schedule),
    version: 1,
    attempts: 0,
    created_at: created,
  });
}

/** The condition on the rows about an item. */
export const ofItem = (collection: string, item: string): Condition[] => [
  ['collection', '=', collection],
  ['item', '=', item],
];

/** The condition on the row of a schedule, provided it is unchanged. */
export const unchangedSchedule = ({ id, version }: Pick<Schedule, 'id' | 'version'>): Condition[] => [
  ['id', '=', id],
  ['version', '=', version],
];

const WAITING: Condition = ['state', '=', 'waiting'];

/** Due schedules, the earliest first. */
export async function dueSchedules(store: StoreView, reader: Reader, now: number, most: number): Promise<Schedule[]> {
  const rows = await scheduleRows(store).find(reader, [WAITING, ['due_at', '<=', now]], ['due_at', 'id'], most);
  return rows.map(toSchedule);
}

/** When the next schedule is due; null if there is none. */
export async function nextDueSchedule(dialect: Dialect, reader: Reader): Promise<number | null> {
  const [next] = await scheduleRows({ dialect }).find(reader, [WAITING], 'due_at', 1, { columns: ['due_at'] });
  return next ? Number(next.due_at) : null;
}

/** Takes a schedule for this server; null if another server has taken it, or it has been changed. */
export async function takeSchedule(
  store: StoreView,
  connection: Connection,
  schedule: Schedule,
  now: number,
): Promise<Schedule | null> {
  const taken = { attempts: schedule.attempts + 1, version: schedule.version + 1 };
  const values = { ...taken, due_at: now + LEASE_MS };
  const count = await scheduleRows(store).update(connection, unchangedSchedule(schedule), values);
  return count > 0 ? { ...schedule, ...taken } : null;
}

/** Parses the row of a schedule. */
export function toSchedule(row: TableRow): Schedule {
  return {
    id: Number(row.id),
    collection: String(row.collection),
    item: String(row.item),
    action: String(row.action) as ScheduleAction,
    status: String(row.status),
    state: String(row.state) as Schedule['state'],
    at: Number(row.at),
    owner: { id: Number(row.user), externalId: textIn(row, 'external_id'), apiKey: numberIn(row, 'api_key') },
    comment: textIn(row, 'comment'),
    ip: String(row.ip),
    userAgent: String(row.user_agent),
    version: Number(row.version),
    attempts: Number(row.attempts),
    error: failureIn(row),
    created: Number(row.created_at),
  };
}

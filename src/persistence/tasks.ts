import { userIdOf } from '../permissions/caller.ts';
import type { Values } from '../query/plan/write/plan.ts';
import type { Collection } from '../schema/collection.ts';
import { tasks } from '../schema/internal/tasks.ts';
import { asText } from '../shared/text.ts';
import type { Condition } from './conditions.ts';
import { enqueue } from './outbox/enqueue.ts';
import { isMailedEnough } from './outbox/mailed-enough.ts';
import { numberIn, textIn } from './row-values.ts';
import { ofItem } from './schedules.ts';
import type { StoreView } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';
import type { Transaction } from './transaction.ts';

/** `ended` means that the task ended by itself: the item has left the status, or the role is gone. */
export const TASK_STATES = ['open', 'done', 'declined', 'ended'] as const;

export type TaskState = (typeof TASK_STATES)[number];

/** A user at a moment. Another user with a reused id has another `external_id`. */
export interface Somebody {
  readonly id: number;
  readonly externalId: string | null;
}

/** A task about an item while it has a status. Times are milliseconds since 1970. */
export interface Task {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly status: string;
  readonly state: TaskState;
  /** Who is asked: this user, or anyone with {@link role}. */
  readonly user: Somebody | null;
  readonly role: number | null;
  readonly by: Somebody;
  readonly note: string | null;
  readonly due: number | null;
  readonly answer: string | null;
  readonly answeredBy: number | null;
  readonly serverUrl: string | null;
  readonly created: number;
  readonly ended: number | null;
}

/** The part of a task that its creator decides. */
export type NewTask = Omit<Task, 'id' | 'state' | 'answer' | 'answeredBy' | 'ended'>;

/** The news in a mail about a task: it was created, answered, or has ended by itself. */
export type TaskNews = 'asked' | 'done' | 'declined' | 'ended';

export const taskRows = ({ dialect }: Pick<StoreView, 'dialect'>): TableRows => new TableRows(dialect, tasks);

export const OPEN: Condition = ['state', '=', 'open'];

/** Stores a task and returns its id. */
export async function addTask({ context, connection, changes }: Transaction, task: NewTask): Promise<number> {
  const { collection, item, status, user, role, by, note, due, serverUrl, created } = task;
  changes.add({ kind: 'rows', collection: tasks.name });
  return taskRows(context.store).insertCounted(connection, {
    ...{ collection, item, status, role, note, state: 'open' },
    user: user?.id ?? null,
    external_id: user?.externalId ?? null,
    by: by.id,
    by_external_id: by.externalId,
    due_at: due,
    server_url: serverUrl,
    created_at: created,
  });
}

/** Ends the tasks of an item that gets another status, in the transaction that changes it. */
export async function leaveStatus(tx: Transaction, of: Collection, item: string, values: Values): Promise<void> {
  const field = of.status?.field.name;
  if (of.system || field === undefined || !values.has(field)) return;
  const status = values.get(field) ?? null;
  await endTasks(tx, [...ofItem(of.name, item), ['status', '<>', status === null ? null : asText(status)]]);
}

/** Ends the open tasks that fulfil the conditions, and notifies their creators. */
export async function endTasks(tx: Transaction, where: readonly Condition[]): Promise<void> {
  const { store } = tx.context;
  if (!store.catalog.internalTables.has(tasks.name)) return;
  for (const row of await taskRows(store).find(tx.connection, [OPEN, ...where], 'id', null))
    await settleTask(tx, toTask(row), 'ended', { ended_at: tx.context.now.getTime() });
}

/** Ends an open task and notifies its creator; false if it is no longer open. */
export async function settleTask(
  tx: Transaction,
  task: Task,
  state: Exclude<TaskState, 'open'>,
  values: TableRow,
): Promise<boolean> {
  const { context, connection, changes } = tx;
  const count = await taskRows(context.store).update(connection, [['id', '=', task.id], OPEN], { ...values, state });
  if (count === 0) return false;
  changes.add({ kind: 'rows', collection: tasks.name });
  await enqueueNews(tx, task, task.by, state);
  return true;
}

/**
 * Puts a mail about a task into the outbox, unless its recipient caused it or has had too many. Its text is decided
 * when it is sent.
 */
export async function enqueueNews(tx: Transaction, task: Task | NewTask, to: Somebody, news: TaskNews): Promise<void> {
  const by = userIdOf(tx.context.caller);
  if (to.id === by) return;
  const { collection, item, due, serverUrl } = task;
  const subject = `task ${news} for user ${to.id} by user ${by}`;
  if (await isMailedEnough(tx.context, subject, tx.connection)) return;
  const payload = { to: to.id, externalId: to.externalId, by, news, collection, item, due, serverUrl };
  await enqueue(tx, { kind: 'task', subject, payload });
}

/** Parses the row of a task. */
export function toTask(row: TableRow): Task {
  const user = numberIn(row, 'user');
  return {
    id: Number(row.id),
    collection: String(row.collection),
    item: String(row.item),
    status: String(row.status),
    state: String(row.state) as TaskState,
    user: user === null ? null : { id: user, externalId: textIn(row, 'external_id') },
    role: numberIn(row, 'role'),
    by: { id: Number(row.by), externalId: textIn(row, 'by_external_id') },
    note: textIn(row, 'note'),
    due: numberIn(row, 'due_at'),
    answer: textIn(row, 'answer'),
    answeredBy: numberIn(row, 'answered_by'),
    serverUrl: textIn(row, 'server_url'),
    created: Number(row.created_at),
    ended: numberIn(row, 'ended_at'),
  };
}

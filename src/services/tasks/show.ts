import { ApiError } from '../../errors/api-error.ts';
import type { Source } from '../../persistence/source.ts';
import { type Task, type TaskState, taskRows, toTask } from '../../persistence/tasks.ts';
import { tasks } from '../../schema/internal/tasks.ts';
import { seenTasks } from './seen.ts';

/** A task as shown to those who may read the item. */
export interface ShownTask {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  /** Null if the caller may not see the item's status. */
  readonly status: string | null;
  readonly state: TaskState;
  readonly user: number | null;
  readonly role: number | null;
  readonly by: number;
  readonly note: string | null;
  readonly due: string | null;
  readonly answer: string | null;
  readonly answered_by: number | null;
  readonly created_on: string;
  readonly ended_on: string | null;
}

/** The task with an id, if the caller may read the item. Error 203. */
export async function findTask(source: Source, id: string): Promise<Task> {
  const { store } = source.context;
  const isThere = /^\d{1,9}$/.test(id) && store.catalog.internalTables.has(tasks.name);
  const rows = isThere ? await taskRows(store).find(source.reader, [['id', '=', Number(id)]], 'id', 1) : [];
  const [task] = await seenTasks(source, rows.map(toTask));
  if (!task) throw new ApiError('taskNotFound', { id });
  return task;
}

/** The task with an id, in its shown form. Error 203. */
export const shownTask = async (source: Source, id: string): Promise<ShownTask> =>
  showTask(source, await findTask(source, id));

/** The shown form of a task. */
export function showTask(source: Source, task: Task): ShownTask {
  const { id, collection, item, state, role, note, answer } = task;
  return {
    ...{ id, collection, item, status: seesStatus(source, collection) ? task.status : null, state },
    ...{ user: task.user?.id ?? null, role, by: task.by.id, note, due: moment(task.due) },
    ...{ answer, answered_by: task.answeredBy, created_on: new Date(task.created).toISOString() },
    ended_on: moment(task.ended),
  };
}

function seesStatus({ context: { store, caller } }: Source, name: string): boolean {
  const field = store.catalog.schema.collections.get(name)?.status?.field.name;
  return field !== undefined && store.catalog.policy(caller).collection(name).readable(field).kind === 'always';
}

const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

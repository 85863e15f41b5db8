import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { roleOf } from '../../permissions/caller.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { type Somebody, TASK_STATES, type Task, taskRows, toTask } from '../../persistence/tasks.ts';
import { tasks } from '../../schema/internal/tasks.ts';
import { ownerOf } from '../auth/owner.ts';
import { seenTasks } from './seen.ts';
import { type ShownTask, showTask } from './show.ts';

/** Selects tasks to list; `asked` and `by` are `me` or missing. */
interface TasksWanted {
  readonly collection: string | undefined;
  readonly item: string | undefined;
  readonly state: string | undefined;
  readonly asked: string | undefined;
  readonly by: string | undefined;
}

/** How many are returned, and how many are checked to find them. */
const MAX_TASKS = 200;
const LOOKED_AT = 1000;

/** Lists the tasks about items that the caller may read, newest first. Errors 108, 4. (Contract, N-34.) */
export async function listTasks(context: Context, wanted: TasksWanted): Promise<ShownTask[]> {
  const { store } = context;
  const me = await ownerOf(context);
  if (me === null) throw new ApiError('notAuthenticated');
  const where = conditionsOf(wanted, me, roleOf(context.caller));
  if (!store.catalog.internalTables.has(tasks.name)) return [];
  const found = (await taskRows(store).find(store.database, where, '-id', LOOKED_AT)).map(toTask);
  const source = committed(context);
  const seen = await seenTasks(source, found);
  return seen
    .filter((task) => isWanted(task, wanted, me))
    .slice(0, MAX_TASKS)
    .map((task) => showTask(source, task));
}

/** The rows refer to users by ids, which the database may have reused for other users. */
function isWanted({ state, user, by }: Task, wanted: TasksWanted, me: Somebody): boolean {
  if (wanted.state !== undefined && state !== wanted.state) return false;
  if (wanted.asked !== undefined && user && user.externalId !== me.externalId) return false;
  return wanted.by === undefined || by.externalId === me.externalId;
}

/** A task that is stored as open may have ended, so the search for `ended` includes open ones. */
function conditionsOf({ asked, by, ...wanted }: TasksWanted, me: Somebody, role: number): Condition[] {
  requireKnown(wanted.state, { asked, by });
  const { state, ...place } = wanted;
  const conditions = Object.entries(place).flatMap(([name, value]): Condition[] =>
    value === undefined ? [] : [[name, '=', value]],
  );
  if (state !== undefined) conditions.push(['state', 'in', state === 'ended' ? ['ended', 'open'] : [state]]);
  if (asked !== undefined)
    conditions.push({
      any: [
        ['user', '=', me.id],
        ['role', '=', role],
      ],
    });
  if (by !== undefined) conditions.push(['by', '=', me.id]);
  return conditions;
}

function requireKnown(state: string | undefined, persons: Readonly<Record<string, string | undefined>>): void {
  const violations = new Violations();
  if (state !== undefined && !TASK_STATES.some((known) => known === state))
    violations.add('state', violation.expected(`one of ${TASK_STATES.join(', ')}`));
  for (const [name, value] of Object.entries(persons))
    if (value !== undefined && value !== 'me') violations.add(name, violation.expected('me'));
  violations.throwIfAny();
}

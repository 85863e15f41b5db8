import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type ComputedRef, computed } from 'vue';
import { itemsOf } from '../api/items.ts';
import { makeOnce } from '../api/once.ts';
import { type Project, useProject } from '../api/project.ts';
import { userNames } from '../shell/user-names.ts';

/** A task, in the server's form. */
export interface TaskRow {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly state: 'open' | 'done' | 'declined' | 'ended';
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

/** A task with its names, as far as the caller may read them. */
export interface Task extends TaskRow {
  readonly asked: string | null;
  readonly author: string | null;
  readonly answerer: string | null;
}

/** A new task. */
export interface NewTask {
  readonly user: number | null;
  readonly role: number | null;
  readonly note: string;
  readonly due: string | null;
}

const KEY = 'tasks';
const FRESH_MS = 30_000;
const WAITING = { asked: 'me', state: 'open' };

/** The tasks of an item, those that are open first. */
export function useItemTasks(collection: string, item: () => string): ComputedRef<readonly Task[] | undefined> {
  const project = useProject();
  const { data } = useQuery({
    queryKey: [KEY, collection, item],
    queryFn: ({ signal }) => tasksOf(project, { collection, item: item() }, signal),
    staleTime: FRESH_MS,
  });
  return computed(() => data.value?.toSorted(openFirst));
}

/** The tasks that wait for the caller, the most urgent first. */
export function useWaitingTasks(): ComputedRef<readonly Task[]> {
  const project = useProject();
  const { data } = useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => tasksOf(project, WAITING, signal),
    staleTime: FRESH_MS,
  });
  return computed(() => data.value?.toSorted(byUrgency) ?? []);
}

/** How many tasks wait for the caller; 0 until that is known. */
export function useWaitingCount(): ComputedRef<number> {
  const { client } = useProject();
  const { data } = useQuery({
    queryKey: [KEY, 'waiting'],
    queryFn: ({ signal }) => client.request<TaskRow[]>('GET', '/tasks', { ...WAITING, signal }),
    staleTime: FRESH_MS,
  });
  return computed(() => data.value?.length ?? 0);
}

/** Creates, answers and withdraws tasks. */
export function useTasking() {
  const { client } = useProject();
  const queries = useQueryClient();
  const once = makeOnce();
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] });
  return {
    async ask(collection: string, item: string, task: NewTask): Promise<void> {
      const body = { collection, item, ...task };
      await once(body, (headers) => client.request('POST', '/tasks', { headers }, body));
      await again();
    },
    async answer({ id }: TaskRow, state: 'done' | 'declined', answer: string): Promise<void> {
      await client.request('PATCH', `/tasks/${id}`, {}, { state, answer: answer || null });
      await again();
    },
    async withdraw({ id }: TaskRow): Promise<void> {
      await client.request('DELETE', `/tasks/${id}`);
      await again();
    },
    again,
  };
}

async function tasksOf(
  project: Project,
  of: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Task[]> {
  const rows = await project.client.request<TaskRow[]>('GET', '/tasks', { ...of, signal });
  const [people, roles] = await Promise.all([
    userNames(
      project,
      rows.flatMap(({ user, by, answered_by }) => [user, by, answered_by]).filter((id) => id !== null),
      signal,
    ),
    roleNames(
      project,
      rows.flatMap(({ role }) => role ?? []),
      signal,
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    asked: (row.user === null ? roles.get(row.role ?? 0) : people.get(row.user)) ?? null,
    author: people.get(row.by) ?? null,
    answerer: people.get(row.answered_by ?? 0) ?? null,
  }));
}

async function roleNames({ client, permissions }: Project, ids: readonly number[], signal: AbortSignal) {
  if (ids.length === 0 || !permissions.may('read', 'directus_roles')) return new Map<number, string>();
  const filter = { id: { in: [...new Set(ids)] } };
  const roles = await itemsOf(client, 'directus_roles').list({ fields: ['id', 'name'], filter, limit: -1, signal });
  return new Map(roles.map(({ id, name }) => [Number(id), String(name)]));
}

/** Open tasks before those that are over, each the newest first. */
export const openFirst = (one: TaskRow, other: TaskRow): number =>
  Number(other.state === 'open') - Number(one.state === 'open') || other.id - one.id;

/** The earliest due date first, then the longest wait. */
export function byUrgency(one: TaskRow, other: TaskRow): number {
  const due = ({ due: at }: TaskRow): number => (at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at));
  return due(one) - due(other) || one.id - other.id;
}

/** Whether a task waits for the caller's answer. */
export const isFor = ({ me }: Pick<Project, 'me'>, { state, user, role }: TaskRow): boolean =>
  state === 'open' && (user === null ? role === me.role.id : user === me.id);

/** Whether a task is overdue. */
export const isLate = ({ state, due }: TaskRow, now: number): boolean =>
  state === 'open' && due !== null && Date.parse(due) < now;

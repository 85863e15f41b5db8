import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type ComputedRef, computed } from 'vue';
import { type Project, useProject } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import type { Status } from '../model/status.ts';

export type ScheduleAction = 'publish' | 'withdraw';

/** A change of an item's status at a moment, in the server's form. */
export interface Schedule {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly action: ScheduleAction;
  readonly status: string;
  readonly at: string;
  readonly state: 'waiting' | 'refused';
  readonly user: number;
  readonly error: { readonly code: number | null; readonly message: string } | null;
}

/** A new schedule. */
export interface NewSchedule {
  readonly action: ScheduleAction;
  readonly status: string;
  readonly at: string;
  readonly reason: string;
}

/** The most that the server lists; beyond that, single items are queried. */
const MAX_LISTED = 200;
const FRESH_MS = 60_000;
const KEY = 'schedules';

/** Whether the caller may schedule anything, so that there is something to read. */
export const isOffered = ({ schema, permissions }: Pick<Project, 'schema' | 'permissions'>): boolean =>
  schema.collections.some(
    ({ name, isSystem, statuses }) => !isSystem && statuses.length > 0 && permissions.may('update', name),
  );

const list = ({ client }: Project, of: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Schedule[]> =>
  client.request('GET', '/schedules', { ...of, signal });

/** All schedules, which all pages share: opening an item needs no further request. */
export function useAllSchedules() {
  const project = useProject();
  return useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => list(project, {}, signal),
    staleTime: FRESH_MS,
    enabled: isOffered(project),
  });
}

/** The schedules of an item. */
export function useSchedules(collection: string, item: () => string | null): ComputedRef<readonly Schedule[]> {
  const project = useProject();
  const { data: all } = useAllSchedules();
  const isCut = computed(() => (all.value?.length ?? 0) >= MAX_LISTED);
  const { data: own } = useQuery({
    queryKey: [KEY, collection, item],
    queryFn: ({ signal }) => list(project, { collection, item: item() ?? '' }, signal),
    enabled: computed(() => isCut.value && item() !== null),
  });
  return computed(() => {
    const known = (isCut.value ? own.value : all.value) ?? [];
    return known.filter((each) => each.collection === collection && each.item === item());
  });
}

/** Makes and deletes schedules of an item. */
export function useScheduling(collection: string) {
  const { client } = useProject();
  const queries = useQueryClient();
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] });
  return {
    async put(item: string, { reason, ...wanted }: NewSchedule): Promise<void> {
      const comment = reason === '' ? {} : { comment: reason };
      await client.request('POST', '/schedules', comment, { collection, item, ...wanted });
      await again();
    },
    async remove({ id }: Schedule): Promise<void> {
      await client.request('DELETE', `/schedules/${id}`);
      await again();
    },
  };
}

/** The status that an action usually leads to: the first that publishes, or the first other one that does not delete. */
export function usualStatus({ statuses }: Pick<Collection, 'statuses'>, action: ScheduleAction): Status | undefined {
  const shown = statuses.filter(({ isDeleted }) => !isDeleted);
  if (action === 'publish') return shown.find(({ shape }) => shape === 'full') ?? shown[0];
  return shown.find(({ shape }) => shape === 'square') ?? shown.find(({ shape }) => shape !== 'full') ?? shown[0];
}

/** A moment in the form of the browser's control, in local time. */
export const forClock = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

import { type UseQueryReturnType, useQuery } from '@tanstack/vue-query';
import { inTurn } from '../api/in-turn.ts';
import { itemsOf } from '../api/items.ts';
import { type Project, useProject } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import type { Status } from '../model/status.ts';

/** Items of a collection that are neither published nor deleted, by status. */
export interface Waiting {
  readonly collection: Collection;
  readonly status: Status;
  readonly count: number;
}

/** Unfinished items, by collection and status. */
export function useWaiting(): UseQueryReturnType<readonly Waiting[], Error> {
  const project = useProject();
  return useQuery({ queryKey: ['waiting'], queryFn: ({ signal }) => waitingOf(project, signal) });
}

async function waitingOf(project: Project, signal: AbortSignal): Promise<readonly Waiting[]> {
  const { schema, permissions } = project;
  const asked = schema.collections.filter(
    ({ name, isSystem, isHidden, statuses }) =>
      !isSystem && !isHidden && statuses.length > 0 && permissions.may('read', name),
  );
  const found = await Promise.all(asked.map((collection) => inTurn(() => countsOf(project, collection, signal))));
  return found.flat();
}

async function countsOf({ client }: Project, collection: Collection, signal: AbortSignal): Promise<readonly Waiting[]> {
  const query = { limit: 0, meta: 'status_count', signal };
  const { meta } = await itemsOf(client, collection.name).page(query);
  const counts = (meta.status_count ?? {}) as Readonly<Record<string, number>>;
  return collection.statuses
    .filter(({ value, isDeleted, isPublished }) => !isDeleted && !isPublished && (counts[value] ?? 0) > 0)
    .map((status) => ({ collection, status, count: counts[status.value] ?? 0 }));
}

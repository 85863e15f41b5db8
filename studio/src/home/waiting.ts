import {
  keepPreviousData,
  type QueryClient,
  type UseQueryReturnType,
  useQuery,
  useQueryClient,
} from '@tanstack/vue-query';
import { type ComputedRef, computed, ref } from 'vue';
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

/** The number of collections that are queried at once. Each takes a request. */
const PAGE = 40;
const FRESH_MS = 10_000;

/** Unfinished items, by collection and status, of the first collections; `more` adds the next ones. */
export function useWaiting(): {
  query: UseQueryReturnType<readonly Waiting[], Error>;
  /** How many collections have not been queried yet. */
  left: ComputedRef<number>;
  more: () => void;
} {
  const project = useProject();
  const queries = useQueryClient();
  const collections = collectionsOf(project);
  const count = ref(PAGE);
  const query = useQuery({
    queryKey: ['waiting', count],
    queryFn: ({ signal }) => waitingIn(project, queries, collections.slice(0, count.value), signal),
    placeholderData: keepPreviousData,
  });
  const more = (): void => {
    count.value += PAGE;
  };
  return { query, left: computed(() => Math.max(0, collections.length - count.value)), more };
}

const collectionsOf = ({ schema, permissions }: Project): readonly Collection[] =>
  schema.collections.filter(
    ({ name, isSystem, isHidden, statuses }) =>
      !isSystem && !isHidden && statuses.length > 0 && permissions.may('read', name),
  );

async function waitingIn(
  project: Project,
  queries: QueryClient,
  collections: readonly Collection[],
  signal: AbortSignal,
): Promise<readonly Waiting[]> {
  const counted = async (collection: Collection): Promise<readonly Waiting[]> => {
    signal.throwIfAborted();
    const queryFn = (): Promise<readonly Waiting[]> => countsOf(project, collection, signal);
    return queries.fetchQuery({ queryKey: ['waiting in', collection.name], queryFn, staleTime: FRESH_MS });
  };
  return (await Promise.all(collections.map((each) => inTurn(() => counted(each))))).flat();
}

async function countsOf({ client }: Project, collection: Collection, signal: AbortSignal): Promise<readonly Waiting[]> {
  const query = { limit: 0, meta: 'status_count', signal };
  const { meta } = await itemsOf(client, collection.name).page(query);
  const counts = (meta.status_count ?? {}) as Readonly<Record<string, number>>;
  return collection.statuses
    .filter(({ value, isDeleted, isPublished }) => !isDeleted && !isPublished && (counts[value] ?? 0) > 0)
    .map((status) => ({ collection, status, count: counts[status.value] ?? 0 }));
}

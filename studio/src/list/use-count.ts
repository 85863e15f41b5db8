import { useQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { itemsOf } from '../api/items.ts';
import { useProject } from '../api/project.ts';
import type { Narrowing } from './narrowing.ts';

/** How many items a list has, and how many of them match; null while that is not known. */
export interface Counts {
  readonly total: number | null;
  readonly matching: number | null;
}

/** Counting may take a second, but not a minute. */
const LONGEST_MS = 60_000;

/** Counts with a separate request after the rows have arrived, so that a list never waits for it. */
export function useCount(
  collection: string,
  narrowing: () => Narrowing,
  mayStart: () => boolean,
): { counts: Ref<Counts>; recount: () => void } {
  const { client, key } = useProject();
  const { data, refetch } = useQuery({
    queryKey: computed(() => ['list-count', key, collection, narrowing()]),
    queryFn: async ({ signal }) => {
      const query = { ...narrowing(), limit: 0, meta: ['total_count', 'filter_count'], signal, timeout: LONGEST_MS };
      return (await itemsOf(client, collection).page(query as never)).meta;
    },
    enabled: mayStart,
    staleTime: 0,
  });
  const figure = (name: string): number | null =>
    typeof data.value?.[name] === 'number' ? (data.value[name] as number) : null;
  return {
    counts: computed(() => ({ total: figure('total_count'), matching: figure('filter_count') })),
    recount: () => void refetch(),
  };
}

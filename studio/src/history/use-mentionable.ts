import { useQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { useProject } from '../api/project.ts';
import type { Mentionable } from './mentions.ts';

const FRESH_MS = 60_000;

/** The people who can be mentioned in a comment on an item, by typed text; null searches for nobody. */
export function useMentionable(
  item: { readonly collection: string; readonly key: string } | null,
  typed: Ref<string | null>,
) {
  const { client } = useProject();
  const { data } = useQuery({
    queryKey: ['mentionable', item?.collection, item?.key, typed],
    queryFn: ({ signal }) =>
      client.request<Mentionable[]>('GET', '/mentions/users', {
        collection: item?.collection,
        item: item?.key,
        search: typed.value ?? '',
        signal,
      }),
    enabled: computed(() => item !== null && typed.value !== null),
    staleTime: FRESH_MS,
  });
  return { people: computed(() => data.value ?? []) };
}

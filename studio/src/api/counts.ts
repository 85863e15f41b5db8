import { useQuery } from '@tanstack/vue-query';
import { computed, type MaybeRefOrGetter, type Ref, toValue } from 'vue';
import { inTurn } from './in-turn.ts';
import { itemsOf } from './items.ts';
import { useProject } from './project.ts';

const FRESH_MS = 60_000;

/**
 * How many items a collection has; undefined until it is known, and if the role may not read them. Counting waits
 * until the page is shown, and for its turn.
 */
export function useCount(collection: MaybeRefOrGetter<string>): Ref<number | undefined> {
  const { client, permissions } = useProject();
  const count = async (signal: AbortSignal): Promise<number> => {
    const name = toValue(collection);
    const query = { limit: 0, meta: 'total_count', signal, timeout: 20_000 };
    const { meta } = await itemsOf(client, name).page(query);
    return Number(meta.total_count);
  };
  const { data } = useQuery({
    queryKey: computed(() => ['count', toValue(collection)]),
    queryFn: ({ signal }) => inTurn(() => count(signal)),
    enabled: () => permissions.may('read', toValue(collection)),
    staleTime: FRESH_MS,
  });
  return data;
}

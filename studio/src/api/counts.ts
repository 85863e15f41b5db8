import { useQuery } from '@tanstack/vue-query';
import { computed, type MaybeRefOrGetter, type Ref, toValue } from 'vue';
import { useSeen } from '../ui/seen.ts';
import { inTurn } from './in-turn.ts';
import { itemsOf } from './items.ts';
import { useProject } from './project.ts';

const FRESH_MS = 60_000;

/**
 * How many items a collection has; undefined until it is known, and if the role may not read them. Counting waits
 * until the element that shows the number is in the viewport, and for its turn.
 */
export function useCount(
  collection: MaybeRefOrGetter<string>,
  element: Readonly<Ref<Element | null>>,
): Ref<number | undefined> {
  const { client, permissions } = useProject();
  const isSeen = useSeen(element);
  const count = async (signal: AbortSignal): Promise<number> => {
    const name = toValue(collection);
    const query = { limit: 0, meta: 'total_count', signal, timeout: 20_000 };
    const { meta } = await itemsOf(client, name).page(query);
    return Number(meta.total_count);
  };
  const { data } = useQuery({
    queryKey: computed(() => ['count', toValue(collection)]),
    queryFn: ({ signal }) => inTurn(() => count(signal)),
    enabled: () => isSeen.value && permissions.may('read', toValue(collection)),
    staleTime: FRESH_MS,
  });
  return data;
}

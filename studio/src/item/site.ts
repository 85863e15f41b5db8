import { useQuery } from '@tanstack/vue-query';
import { type ComputedRef, computed } from 'vue';
import type { Project } from '../api/project.ts';
import { currentView } from '../api/view.ts';
import type { Form } from './form.ts';

const FRESH_MS = 300_000;

/** Whether the collection has a site to show its items on; not until the server has said so. */
export function useSite({ key, client }: Project, { key: item, collection }: Form): ComputedRef<boolean> {
  const { data } = useQuery({
    queryKey: [key, 'previews'],
    queryFn: () => client.request<{ readonly collection: string }[]>('GET', '/previews'),
    enabled: () => item.value !== null && !collection.isSystem && !currentView.value,
    staleTime: FRESH_MS,
  });
  return computed(() => data.value?.some(({ collection: name }) => name === collection.name) ?? false);
}

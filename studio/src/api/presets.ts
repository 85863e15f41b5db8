import { type UseQueryReturnType, useQuery } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { useProject } from './project.ts';

/** A saved view of a collection, in the form in which the admin app of Directus 8 stores it, too. */
export interface Preset {
  readonly id: number;
  readonly title: string | null;
  readonly user: number | null;
  readonly role: number | null;
  readonly collection: string;
  readonly search_query: string | null;
  readonly filters: unknown;
  readonly view_type: string | null;
  readonly view_query: Readonly<Record<string, unknown>> | null;
  readonly view_options: Readonly<Record<string, unknown>> | null;
}

export const PRESETS = ['presets'] as const;

/** The caller's presets, those of the role, and everybody's, with the state of reading them. */
export function usePresetsQuery(): UseQueryReturnType<readonly Preset[], Error> {
  const { client, me } = useProject();
  const mine = {
    or: [{ user: me.id }, { user: { null: true }, role: me.role.id }, { user: { null: true }, role: { null: true } }],
  };
  return useQuery({
    queryKey: PRESETS,
    queryFn: ({ signal }) => client.collection_presets.list({ filter: mine, limit: -1, signal }) as Promise<Preset[]>,
    staleTime: 60_000,
  });
}

/** The caller's presets, those of the role, and everybody's. */
export const usePresets = (): Ref<readonly Preset[] | undefined> => usePresetsQuery().data;

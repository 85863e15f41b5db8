import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { useProject } from '../api/project.ts';
import { type Preset, presetOfView } from './presets.ts';
import type { View } from './view.ts';

/** For whom a view is saved. */
export type Audience = 'me' | 'role' | 'everybody';

/** The presets of the caller, and what can be done with them. */
export interface Presets {
  readonly all: Ref<readonly Preset[]>;
  /** They were read, or could not be. */
  readonly isReady: Ref<boolean>;
  readonly mayCreate: boolean;
  /** Whether the caller may change or delete a preset. */
  readonly mayChange: (preset: Preset) => boolean;
  readonly create: (collection: string, view: View, title: string | null, audience: Audience) => Promise<Preset>;
  readonly change: (preset: Preset, view: View, title?: string | null) => Promise<Preset>;
  readonly remove: (preset: Preset) => Promise<void>;
}

const PRESETS = 'directus_collection_presets';

/** Reads the presets that hold for the caller, once for all lists. */
export function usePresets(): Presets {
  const { client, key, me, permissions } = useProject();
  const queries = useQueryClient();
  const queryKey = ['presets', key];
  const rows = client.collection_presets;
  const everybody = { user: { null: true }, or: [{ role: me.role.id }, { role: { null: true } }] };
  const { data, isFetched } = useQuery({
    queryKey,
    queryFn: () => rows.list({ filter: { or: [{ user: me.id }, everybody] }, limit: -1 } as never) as Promise<Preset[]>,
    staleTime: 60_000,
    enabled: permissions.may('read', PRESETS),
  });

  function take(preset: Preset): Preset {
    queries.setQueryData<Preset[]>(queryKey, (before = []) => [...before.filter(({ id }) => id !== preset.id), preset]);
    return preset;
  }

  const owner = (audience: Audience): Pick<Preset, 'user' | 'role'> => ({
    user: audience === 'me' ? me.id : null,
    role: audience === 'role' ? me.role.id : null,
  });

  return {
    all: computed(() => data.value ?? []),
    isReady: computed(() => isFetched.value || !permissions.may('read', PRESETS)),
    mayCreate: permissions.may('create', PRESETS),
    mayChange: ({ user }) => permissions.isAdministrator || (user === me.id && permissions.may('update', PRESETS)),
    create: async (collection, view, title, audience) => {
      const preset = { collection, title, ...owner(audience), ...presetOfView(view, null) };
      return take((await rows.create(preset as never)) as Preset);
    },
    change: async (preset, view, title = preset.title) => {
      const change = { title, ...presetOfView(view, preset) };
      return take((await rows.update(preset.id, change as never)) as Preset);
    },
    remove: async ({ id }) => {
      await rows.delete(id);
      queries.setQueryData<Preset[]>(queryKey, (before = []) => before.filter((preset) => preset.id !== id));
    },
  };
}

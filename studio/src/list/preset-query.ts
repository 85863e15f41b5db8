import { useQueryClient } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { PRESETS, type Preset, usePresetsQuery } from '../api/presets.ts';
import { useProject } from '../api/project.ts';
import { presetOfView } from './presets.ts';
import type { View } from './view.ts';

/** For whom a view is saved. */
export type Audience = 'me' | 'role' | 'everybody';

/** The caller's presets, and actions on them. */
export interface Presets {
  readonly all: Ref<readonly Preset[]>;
  /** Whether they were read, or could not be read. */
  readonly isReady: Ref<boolean>;
  readonly mayCreate: boolean;
  /** Whether the caller may change or delete a preset. */
  readonly mayChange: (preset: Preset) => boolean;
  readonly create: (collection: string, view: View, title: string | null, audience: Audience) => Promise<Preset>;
  readonly change: (preset: Preset, view: View, title?: string | null) => Promise<Preset>;
  readonly remove: (preset: Preset) => Promise<void>;
}

const COLLECTION = 'directus_collection_presets';

/** Reads the presets that apply to the caller, once for all lists. */
export function useViews(): Presets {
  const { client, me, permissions } = useProject();
  const queries = useQueryClient();
  const rows = client.collection_presets;
  const { data, isFetched } = usePresetsQuery();

  function take(preset: Preset): Preset {
    const others = (before: readonly Preset[]): readonly Preset[] => before.filter(({ id }) => id !== preset.id);
    queries.setQueryData<readonly Preset[]>(PRESETS, (before = []) =>
      [...others(before), preset].sort((one, other) => one.id - other.id),
    );
    return preset;
  }

  const owner = (audience: Audience): Pick<Preset, 'user' | 'role'> => ({
    user: audience === 'me' ? me.id : null,
    role: audience === 'role' ? me.role.id : null,
  });

  return {
    all: computed(() => data.value ?? []),
    isReady: computed(() => isFetched.value),
    mayCreate: permissions.may('create', COLLECTION),
    mayChange: ({ user }) => permissions.isAdministrator || (user === me.id && permissions.may('update', COLLECTION)),
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
      queries.setQueryData<Preset[]>(PRESETS, (before = []) => before.filter((preset) => preset.id !== id));
    },
  };
}

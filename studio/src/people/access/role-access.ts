import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type ComputedRef, computed, type Ref, ref, watch } from 'vue';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { t } from '../../i18n/messages.ts';
import { showDone, showFailure, showToast } from '../../ui/toasts.ts';
import { type Role, readAccess, saveAccess } from '../roles.ts';
import { isUnfinished, type RuleRow } from './access.ts';
import { countChanges } from './changes.ts';
import { type Staging, stage } from './staging.ts';

/** The rights of a role, as stored and as they are being changed. */
interface RoleAccess {
  readonly staging: Staging;
  /** Whether the stored rights have been read. */
  readonly loaded: Ref<boolean>;
  /** Why they could not be read; null if they could. */
  readonly error: Ref<unknown>;
  readonly refetch: () => void;
  /** How many rights are changed. */
  readonly changed: ComputedRef<number>;
  /** Whether the changes are being saved. */
  readonly busy: Ref<boolean>;
  readonly save: () => Promise<void>;
}

/** The key of the query that reads the rights of a role. */
export const accessKey = (project: string, role: number): unknown[] => ['people', project, 'access', role];

/** Reads the rights of a role, and saves changes to them. `showRule` shows a rule that cannot be saved yet. */
export function useRoleAccess(roleNow: () => Role, showRule: (rule: RuleRow) => void): RoleAccess {
  const { id } = roleNow();
  const { client, key } = useProject();
  const queries = useQueryClient();
  const staging = stage({ rows: [], rules: [] });
  const loaded = ref(false);
  const busy = ref(false);
  const { data, error, refetch } = useQuery({
    queryKey: accessKey(key, id),
    queryFn: () => readAccess(client, id),
    staleTime: 0,
    // The matrix reads hundreds of rows many times, which proxies would make slow.
    shallow: true,
  });
  watch(
    data,
    (next) => {
      if (!next || (loaded.value && staging.isDirty.value)) return;
      staging.take(next);
      loaded.value = true;
    },
    { immediate: true },
  );

  async function save(): Promise<void> {
    if (!staging.isDirty.value || busy.value) return;
    const unfinished = staging.present.value.rules.find(isUnfinished);
    if (unfinished) {
      showRule(unfinished);
      return showToast({ text: t('people.ruleEmpty'), kind: 'failed' });
    }
    busy.value = true;
    try {
      const sent = staging.present.value;
      staging.settle(sent, await saveAccess(client, id, staging.stored.value, sent));
      queries.setQueryData(accessKey(key, id), staging.stored.value);
      showDone(t('people.saved', { role: roleNow().name }));
      void queries.invalidateQueries({ queryKey: ['people', key, 'why'] });
    } catch (caught) {
      noticeFailure(caught);
      showFailure(caught);
      await refetchStored();
    } finally {
      busy.value = false;
    }
  }

  /** Some of the requests may have been done: what is stored now is what the next save compares with. */
  async function refetchStored(): Promise<void> {
    try {
      const { stored } = staging;
      stored.value = await readAccess(client, id);
    } catch (caught) {
      noticeFailure(caught);
    }
  }

  const changed = computed(() => countChanges(staging.stored.value, staging.present.value));
  return { staging, loaded, error, refetch: () => void refetch(), changed, busy, save };
}

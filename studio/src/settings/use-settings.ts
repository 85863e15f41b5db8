import { useQuery } from '@tanstack/vue-query';
import { computed, reactive, shallowRef } from 'vue';
import { explainFailure, isSignedOut } from '../api/failure.ts';
import { useProject, useReopen } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';

import { t } from '../i18n/messages.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import { CATALOGUE, type Section, type Setting } from './catalogue.ts';
import { changesOf, type Draft, faultOf, type SettingRow, storedOf, type Writes, writesOf } from './values.ts';

/** Unsaved input by project and user. It stays while the user visits other pages. */
const drafts = new Map<string, Record<string, string>>();

function draftOf(author: string): Record<string, string> {
  const draft = drafts.get(author) ?? reactive<Record<string, string>>({});
  drafts.set(author, draft);
  return draft;
}

/** Settings that the frame of Studio shows. */
const SHOWN: ReadonlySet<string> = new Set([
  'project_name',
  'project_color',
  'project_logo',
  'project_public_note',
  'default_locale',
]);

/** The settings of a project, edits of them, and the functions that save and discard them. */
export function useSettings(section: () => Section) {
  const { client, key, me } = useProject();
  const reopen = useReopen();
  const draft = draftOf(`${key}/${me.id}`);
  const busy = shallowRef(false);
  const failure = shallowRef<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [key, 'settings'],
    queryFn: ({ signal }) => client.request<SettingRow[]>('GET', '/settings', { limit: -1, signal }),
  });
  const rows = computed<ReadonlyMap<string, SettingRow>>(
    () => new Map((data.value ?? []).map((row) => [row.key, row])),
  );
  const settings = computed(() => CATALOGUE[section()]);
  const changes = computed(() => changesOf(settings.value, draft, rows.value));
  const faultIn = (setting: Setting): string | null => {
    const typed = draft[setting.key];
    return typed === undefined ? null : faultOf(setting, typed);
  };
  const faults = computed<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(settings.value.map((setting) => [setting.key, faultIn(setting)])),
  );
  const isDirty = (name: Section): boolean => Object.keys(changesOf(CATALOGUE[name], draft, rows.value)).length > 0;

  /** The stored or edited value of every setting of the section. */
  const values = computed<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      settings.value.map((setting) => [setting.key, draft[setting.key] ?? storedOf(setting, rows.value)]),
    ),
  );

  /** Drops edits, unless they have changed since. */
  function forget(typed: Draft, of: readonly Setting[]): void {
    for (const { key: name } of of) if (draft[name] === typed[name]) delete draft[name];
  }

  function discard(): void {
    forget(draft, settings.value);
    failure.value = null;
  }

  async function write({ update, create }: Writes): Promise<readonly number[]> {
    if (update.length > 0) await client.request('PATCH', '/settings', {}, update);
    const made =
      create.length > 0 ? await client.request<{ id: number }[] | { id: number }>('POST', '/settings', {}, create) : [];
    return [made].flat().map(({ id }) => id);
  }

  /** Reads the settings again, and updates the frame. */
  async function refresh(names: readonly string[]): Promise<void> {
    await refetch();
    if (names.some((name) => SHOWN.has(name))) await reopen();
  }

  async function save(): Promise<void> {
    const names = Object.keys(changes.value);
    const wrong = settings.value.find(({ key: name }) => faults.value[name]);
    if (names.length === 0 || busy.value || wrong) return;
    busy.value = true;
    failure.value = null;
    const sent = { typed: { ...draft }, of: settings.value };
    const before = names.flatMap((name) => {
      const row = rows.value.get(name);
      return row ? [{ id: row.id, value: rawOf(row) }] : [];
    });
    try {
      const made = await write(writesOf(changes.value, rows.value));
      forget(sent.typed, sent.of);
      const undo = (): void => void takeBack(before, made, names);
      showDone(t('settings.saved', { count: names.length }), { label: t('common.undo'), run: undo });
      await refresh(names);
    } catch (caught) {
      noticeFailure(caught);
      if (!isSignedOut(caught)) failure.value = explainFailure(caught);
    } finally {
      busy.value = false;
    }
  }

  async function takeBack(before: Writes['update'], made: readonly number[], names: readonly string[]): Promise<void> {
    try {
      if (before.length > 0) await client.request('PATCH', '/settings', {}, before);
      if (made.length > 0) await client.request('DELETE', `/settings/${made.join()}`);
      await refresh(names);
      showDone(t('settings.undone'));
    } catch (caught) {
      noticeFailure(caught);
      showFailure(caught);
    }
  }

  return {
    rows,
    draft,
    values,
    changes,
    faults,
    isDirty,
    busy,
    failure,
    error,
    refetch,
    isRead: computed(() => data.value !== undefined),
    discard,
    save,
  };
}

/** A value for a list of settings: text or null. */
function rawOf({ value }: SettingRow): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return String((value as { id?: unknown }).id ?? JSON.stringify(value));
  return String(value);
}

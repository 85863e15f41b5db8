import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { Preset } from '../api/presets.ts';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { makeSerialQueue } from '../api/serial-queue.ts';
import type { Collection } from '../model/collection.ts';
import { isSame } from '../model/same.ts';
import { defaultColumns } from './columns.ts';
import { type Presets, useViews } from './preset-query.ts';
import { rememberedPreset, viewOfPreset } from './presets.ts';
import { queryOf, showsSame, type View, viewOf } from './view.ts';

/** The view of a list: the address contains what differs from a saved view, or from the collection's default. */
export interface ViewState {
  readonly view: Ref<View>;
  /** The default view of the collection. */
  readonly initial: View;
  /** The open saved view. */
  readonly saved: Ref<Preset | null>;
  /** Whether the open saved view has been changed since. */
  readonly isChanged: Ref<boolean>;
  /** Whether the view is known. */
  readonly isReady: Ref<boolean>;
  readonly presets: Presets;
  readonly change: (change: Partial<View>, how?: 'push' | 'replace') => void;
  readonly open: (preset: Preset | null) => void;
}

const REMEMBER_MS = 700;

/** Keeps the view of a collection in the address, and stores the last one for this user. */
export function useView(collection: Collection): ViewState {
  const { me, permissions } = useProject();
  const [route, router] = [useRoute(), useRouter()];
  const presets = useViews();
  const isReady = ref(false);
  const widths = shallowRef<View['widths']>({});
  const initial: View = {
    layout: 'tabular',
    columns: defaultColumns(collection, permissions),
    sort: '',
    filter: '',
    q: '',
    widths: {},
    options: {},
  };
  const isHere = (): boolean => route.name === 'list' && route.params.collection === collection.name;
  const saved = computed(() => presets.all.value.find(({ id }) => String(id) === route.query.view) ?? null);
  const base = computed(() => (saved.value ? viewOfPreset(saved.value, initial) : initial));
  const view = computed<View>((before) => {
    if (!isHere() && before) return before;
    const next = viewOf(route.query, base.value);
    const whole = { ...next, widths: { ...next.widths, ...widths.value } };
    return before && isSame(before, whole) ? before : whole;
  });

  function change(part: Partial<View>, how: 'push' | 'replace' = 'push'): void {
    if (part.widths) widths.value = part.widths;
    const query = {
      ...(saved.value && { view: String(saved.value.id) }),
      ...queryOf({ ...view.value, ...part }, base.value),
    };
    if (!isSame(query, route.query)) void router[how]({ query });
  }

  function open(preset: Preset | null): void {
    widths.value = {};
    void router.push({ query: preset ? { view: String(preset.id) } : {} });
  }

  async function arrive(): Promise<void> {
    const remembered = rememberedPreset(presets.all.value, collection.name, me);
    if (remembered && Object.keys(route.query).length === 0) {
      const last = viewOfPreset(remembered, initial);
      const columns = last.columns.filter((path) => collection.field(path.split('.')[0] ?? ''));
      widths.value = last.widths;
      const query = queryOf({ ...last, columns: columns.length > 0 ? columns : initial.columns }, initial);
      if (Object.keys(query).length > 0) await router.replace({ query });
    }
    isReady.value = true;
  }

  watch(presets.isReady, (ready) => ready && !isReady.value && arrive(), { immediate: true });
  remember();

  function remember(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending: View | null = null;
    const queue = makeSerialQueue();
    const save = (): void => {
      clearTimeout(timer);
      const next = pending;
      pending = null;
      if (next) queue(() => keep(next)).catch(noticeFailure);
    };
    watch(view, (next) => {
      if (!isReady.value || saved.value || !presets.mayCreate) return;
      pending = next;
      clearTimeout(timer);
      timer = setTimeout(save, REMEMBER_MS);
    });
    onScopeDispose(save);
  }

  async function keep(next: View): Promise<void> {
    const found = rememberedPreset(presets.all.value, collection.name, me);
    const own = found?.user === me.id ? found : null;
    const before = found ? viewOfPreset(found, initial) : initial;
    if (isSame(before, next)) return;
    if (own) await presets.change(own, next);
    else await presets.create(collection.name, next, null, 'me');
  }

  const isChanged = computed(() => saved.value !== null && !showsSame(view.value, base.value));
  return { view, initial, saved, isChanged, isReady, presets, change, open };
}

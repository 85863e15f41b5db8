import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import type { Row } from './changes.ts';
import type { Related } from './related.ts';

const PAUSE_MS = 150;

export interface Search {
  readonly text: Ref<string>;
  readonly rows: Readonly<Ref<readonly Row[]>>;
  readonly isBusy: Readonly<Ref<boolean>>;
  readonly error: Readonly<Ref<unknown>>;
  readonly hasMore: Readonly<Ref<boolean>>;
  /** Starts the search, or starts it again. */
  readonly start: () => void;
  readonly more: () => Promise<void>;
}

/** Searches a related collection on the server while the user types; a new search cancels the one before. */
export function useSearch(related: Related, limit: number): Search {
  const { client } = useProject();
  const text = ref('');
  const rows = shallowRef<readonly Row[]>([]);
  const isBusy = ref(false);
  const error = shallowRef<unknown>(null);
  const hasMore = ref(false);
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(offset: number): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    isBusy.value = true;
    try {
      const found = await itemsOf(client, related.collection.name).list({
        fields: [...related.paths],
        ...(text.value.trim() && { q: text.value.trim() }),
        limit: limit + 1,
        offset,
        signal,
      });
      const page = (found as Row[]).slice(0, limit);
      rows.value = offset === 0 ? page : [...rows.value, ...page];
      hasMore.value = found.length > limit;
      error.value = null;
    } catch (failure) {
      if (signal.aborted) return;
      noticeFailure(failure);
      error.value = failure;
    }
    isBusy.value = false;
  }

  watch(text, () => {
    isBusy.value = true;
    clearTimeout(timer);
    timer = setTimeout(() => read(0), PAUSE_MS);
  });
  onScopeDispose(() => {
    clearTimeout(timer);
    running.abort();
  });
  /** Until the answer has arrived, the earlier results that match the present text. */
  const fitting = computed(() => {
    const wanted = text.value.trim().toLowerCase();
    if (!isBusy.value || wanted === '') return rows.value;
    return rows.value.filter((row) => related.title.render(row).toLowerCase().includes(wanted));
  });

  return {
    text,
    rows: fitting,
    isBusy,
    error,
    hasMore,
    start: () => void read(0),
    more: () => read(rows.value.length),
  };
}

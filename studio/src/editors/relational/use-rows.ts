import { onMounted, onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { useForm } from '../../item/form.ts';
import type { Row } from './changes.ts';
import type { ListOf } from './shape.ts';

const PAGE = 50;

/** The stored rows of a list, as far as they are read. */
export interface Rows {
  readonly stored: Readonly<Ref<readonly Row[]>>;
  /** Whether they were read at least once. */
  readonly isRead: Readonly<Ref<boolean>>;
  readonly hasMore: Readonly<Ref<boolean>>;
  readonly error: Readonly<Ref<unknown>>;
  readonly more: () => Promise<void>;
  /** Reads all remaining rows. */
  readonly all: () => Promise<void>;
  readonly retry: () => Promise<void>;
}

/** Rows that are read with the item itself, because they are few. */
export function useRowsOfForm(name: string): Rows {
  const form = useForm();
  const stored = shallowRef<readonly Row[]>([]);
  watch(form.stored, (item) => (stored.value = asRows(item[name])), { immediate: true });
  const nothing = async (): Promise<void> => {};
  return {
    stored,
    isRead: ref(true),
    hasMore: ref(false),
    error: ref(null),
    more: nothing,
    all: nothing,
    retry: nothing,
  };
}

const asRows = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/** Rows that are read page by page once the list is visible, and again whenever the item is read or saved. */
export function useRowsByPage(list: ListOf, root: Readonly<Ref<HTMLElement | null>>): Rows {
  const { client } = useProject();
  const form = useForm();
  const stored = shallowRef<readonly Row[]>([]);
  const isRead = ref(false);
  const hasMore = ref(false);
  const error = shallowRef<unknown>(null);
  let isInView = false;
  let running = new AbortController();
  let reading = Promise.resolve();
  let rest: Promise<void> | null = null;

  /** Reads a page, and aborts a read in progress. */
  function read(offset: number, limit: number): Promise<void> {
    running.abort();
    running = new AbortController();
    reading = take(offset, limit, running.signal);
    return reading;
  }

  async function take(offset: number, limit: number, signal: AbortSignal): Promise<void> {
    try {
      const page = await readPage(offset, limit, signal);
      if (signal.aborted) return;
      stored.value = [...stored.value.slice(0, offset), ...page.slice(0, limit)];
      hasMore.value = page.length > limit;
      isRead.value = true;
      error.value = null;
    } catch (failure) {
      if (signal.aborted) return;
      noticeFailure(failure);
      error.value = failure;
    }
  }

  async function readPage(offset: number, limit: number, signal: AbortSignal): Promise<Row[]> {
    const { shape, paths, rows } = list;
    const sort = shape.sort ? [shape.sort, shape.key] : [shape.key];
    const filter = { [shape.foreign]: { eq: form.key.value } };
    const query = { filter, fields: [...paths], sort, limit: limit + 1, offset, signal };
    return (await itemsOf(client, rows).list(query)) as Row[];
  }

  async function begin(): Promise<void> {
    if (!isInView) return;
    if (form.key.value !== null) return read(0, Math.max(PAGE, stored.value.length));
    stored.value = [];
    isRead.value = true;
  }

  onMounted(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || isInView) return;
        isInView = true;
        void begin();
      },
      { rootMargin: '200px' },
    );
    if (root.value) observer.observe(root.value);
    onScopeDispose(() => observer.disconnect());
  });
  watch(form.stored, begin);
  onScopeDispose(() => running.abort());

  async function readAll(): Promise<void> {
    await reading;
    while (hasMore.value && !error.value) {
      await read(stored.value.length, 500);
      // A save aborts it to read the item again first.
      await reading;
    }
  }

  /** All callers share one read of the rest: two would abort each other forever. */
  function all(): Promise<void> {
    rest ??= readAll().finally(() => {
      rest = null;
    });
    return rest;
  }
  return { stored, isRead, hasMore, error, more: () => read(stored.value.length, PAGE), all, retry: begin };
}

import type { Octavo, Untyped } from '@octavo/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import type { LayoutParameters, Row } from './layout.ts';

/** Which rows a layout shows. */
export interface RowsQuery extends LayoutParameters {
  readonly collection: string;
  readonly fields: readonly string[];
  readonly sort?: string;
  readonly limit?: number;
}

export interface RowsPage<T = Row> {
  readonly rows: readonly T[];
  /** Where the next page begins; null if there is none. */
  readonly after: string | null;
}

/** Rows that are read page by page. */
export interface Rows<T = Row> {
  readonly rows: Ref<readonly T[]>;
  readonly isPending: Ref<boolean>;
  readonly error: Ref<unknown>;
  readonly hasMore: Ref<boolean>;
  readonly isLoadingMore: Ref<boolean>;
  /** Reads the next page, unless it is being read. */
  readonly more: () => void;
  readonly refetch: () => Promise<unknown>;
}

const PAGE = 50;

/** Reads one page of rows, by cursor. */
export async function readRows<T = Row>(
  client: Octavo<Untyped>,
  { collection, limit = PAGE, ...query }: RowsQuery,
  after: string | null,
  signal?: AbortSignal,
): Promise<RowsPage<T>> {
  const asked = { ...query, limit, meta: 'cursor', ...(after && { after }), ...(signal && { signal }) };
  const { data, meta } = await itemsOf(client, collection).page(asked as never);
  const cursor = meta.cursor as { readonly after: string | null } | undefined;
  return { rows: data as unknown as readonly T[], after: cursor?.after ?? null };
}

/** Rows of a collection as an endless list. Its queries begin with `items` and the collection's name. */
export function useRows<T = Row>(query: () => RowsQuery, enabled: () => boolean = () => true): Rows<T> {
  const { client, key } = useProject();
  const asked = useInfiniteQuery({
    queryKey: computed(() => ['items', query().collection, 'rows', query(), key]),
    queryFn: ({ pageParam, signal }) => readRows<T>(client, query(), pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: RowsPage<T>) => page.after,
    placeholderData: keepPreviousData,
    enabled: computed(enabled),
  });
  return {
    rows: computed(() => (asked.data.value?.pages ?? []).flatMap(({ rows }) => rows)),
    isPending: asked.isPending,
    error: asked.error,
    hasMore: asked.hasNextPage,
    isLoadingMore: asked.isFetchingNextPage,
    more: () => {
      if (asked.hasNextPage.value && !asked.isFetching.value) void asked.fetchNextPage();
    },
    refetch: () => asked.refetch(),
  };
}

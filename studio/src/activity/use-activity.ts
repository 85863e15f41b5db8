import { keepPreviousData, useQuery } from '@tanstack/vue-query';
import { computed, type Ref, shallowRef, watch } from 'vue';
import { useProject } from '../api/project.ts';
import type { State } from '../history/entries.ts';
import { type Rows, useRows } from '../list/layouts/rows.ts';
import { filterOf, type Narrowing } from './filters.ts';
import { DEED_FIELDS, readDeltas } from './reads.ts';
import type { Deed } from './sentence.ts';

/** The activity of a project, page by page, with the values that its writes sent, if they are known. */
export function useActivity(
  narrowing: () => Narrowing,
): Rows<Deed> & { readonly deltas: Ref<ReadonlyMap<number, State>> } {
  const { client, key } = useProject();
  const found = useRows<Deed>(() => ({
    collection: 'directus_activity',
    fields: DEED_FIELDS,
    filter: filterOf(narrowing()),
    sort: '-id',
  }));
  const known = shallowRef<ReadonlyMap<number, State>>(new Map());
  const missing = computed(() =>
    found.rows.value.filter(({ id, action }) => WRITES.has(action) && !known.value.has(id)).map(({ id }) => id),
  );
  const { data } = useQuery({
    queryKey: computed(() => [key, 'deltas', missing.value]),
    queryFn: async ({ signal }) => {
      const ids = missing.value.slice(0, TOGETHER);
      const read = await readDeltas(client, ids, signal);
      return new Map(ids.map((id) => [id, read.get(id) ?? {}] as const));
    },
    enabled: () => missing.value.length > 0,
    placeholderData: keepPreviousData,
  });
  watch(data, (read) => {
    if (read) known.value = new Map([...known.value, ...read]);
  });
  return { ...found, deltas: known };
}

const WRITES: ReadonlySet<string> = new Set(['update']);
const TOGETHER = 100;

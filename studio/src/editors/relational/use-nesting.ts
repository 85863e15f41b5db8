import { computed, type Ref, ref, shallowReactive, watch } from 'vue';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { useForm } from '../../item/form.ts';
import { countChildren } from '../../list/layouts/children.ts';
import type { Field } from '../../model/field.ts';
import type { Row, ShownRow } from './changes.ts';
import type { ListOf } from './shape.ts';
import { useAbove } from './use-above.ts';

/** The nesting of rows that are items of the list's own collection; null for other lists. */
export interface RowNesting {
  /** The number of a row's children; undefined if it is not known. */
  readonly countBelow: (row: ShownRow) => number | undefined;
  readonly isOpen: (row: ShownRow) => boolean;
  readonly toggle: (row: ShownRow) => void;
  /** The keys that cannot be added: the item's own, and those of its ancestors. */
  readonly barred: Readonly<Ref<ReadonlySet<string>>>;
  readonly readBarred: () => Promise<void>;
}

/** Nests the rows of a list whose items have lists of the same kind. */
export function useNesting(field: Field, list: ListOf, stored: Readonly<Ref<readonly Row[]>>): RowNesting | null {
  const { relation, related, shape } = list;
  const { client } = useProject();
  const form = useForm();
  if (relation.kind !== 'to-many' || relation.collection !== field.collection) return null;
  const nesting = { key: shape.key, parent: shape.foreign };
  const above = useAbove(related, nesting);
  const counts = shallowReactive(new Map<string, number>());
  const open = shallowReactive(new Set<string>());
  const barred = ref<ReadonlySet<string>>(new Set());

  watch(stored, async (rows) => {
    const keys = rows.map((row) => String(row[shape.key]));
    const found = await countChildren(client, { collection: relation.collection, ...nesting }, keys).catch(unknown);
    for (const [key, count] of found) counts.set(key, count);
  });
  function unknown(error: unknown): ReadonlyMap<string, number> {
    noticeFailure(error);
    return new Map();
  }

  return {
    countBelow: ({ key }) => counts.get(String(key)),
    isOpen: ({ id }) => open.has(id),
    toggle: ({ id }) => void (open.delete(id) || open.add(id)),
    barred: computed(() => barred.value),
    readBarred: async () => {
      const own = form.key.value;
      barred.value = own === null ? new Set() : new Set((await above([own]).catch(unknown)).keys());
    },
  };
}

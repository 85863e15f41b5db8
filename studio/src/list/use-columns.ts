import { type ComputedRef, computed } from 'vue';
import { useProject } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import { type Column, columnOf } from './columns.ts';

/** The columns of a list by their paths, or the initial ones if none of them exists any more. */
export function useColumns(
  collection: Collection,
  paths: () => readonly string[],
  initial: readonly string[],
): ComputedRef<readonly Column[]> {
  const { schema } = useProject();
  const known = (names: readonly string[]): readonly Column[] =>
    names.map((path) => columnOf(schema, collection, path)).filter((column) => column !== null);
  return computed(() => {
    const found = known(paths());
    return found.length > 0 ? found : known(initial);
  });
}

import { computed, type Ref, shallowRef, watch } from 'vue';
import { noticeFailure } from '../../api/queries.ts';
import { t } from '../../i18n/messages.ts';
import type { ItemLine, Line } from '../../list/layouts/branches.ts';
import { withBelow } from '../../list/layouts/tree-lines.ts';
import { type Above, type Nesting, parentOf, parentsOf, pathTo } from './above.ts';
import type { Row } from './changes.ts';
import { nameOf, type Related } from './related.ts';
import type { Search } from './use-search.ts';
import { type Tree, useTree } from './use-tree.ts';

/** The possible parents of an item: all items as a tree, or the results of a search with their paths. */
export interface TreeChoice {
  readonly tree: Tree;
  readonly lines: Readonly<Ref<readonly Line[]>>;
  readonly isSearch: Readonly<Ref<boolean>>;
  readonly mayUnfold: (key: string) => boolean;
  readonly titleOf: (item: ItemLine) => string;
  readonly noteOf: (item: ItemLine) => string;
  /** An item cannot be below itself. */
  readonly isBarred: (item: ItemLine) => boolean;
}

interface Found {
  readonly rows: readonly Row[];
  readonly above: Above;
}
const NOTHING: Found = { rows: [], above: new Map() };

/** Shows the tree without a search. Results are shown as soon as their paths are known. */
export function useTreeChoice(
  related: Related,
  nesting: Nesting,
  search: Search,
  own: () => string | null,
): TreeChoice {
  const tree = useTree(related, nesting);
  const found = shallowRef(NOTHING);
  const isSearch = computed(() => search.text.value.trim() !== '');

  watch(isSearch, (is) => {
    if (!is) found.value = NOTHING;
  });
  watch(search.rows, async (rows) => {
    if (!isSearch.value) return;
    try {
      const above = await tree.above(parentsOf(rows, nesting));
      if (search.rows.value === rows) found.value = { rows: titledFirst(rows), above };
    } catch (error) {
      noticeFailure(error);
      found.value = NOTHING;
    }
  });

  /** A search also matches texts of ancestors, so items whose own title matches come first. */
  function titledFirst(rows: readonly Row[]): readonly Row[] {
    const wanted = search.text.value.trim().toLowerCase();
    const isTitled = (row: Row): boolean => titleOf(row).toLowerCase().includes(wanted);
    return [...rows.filter(isTitled), ...rows.filter((row) => !isTitled(row))];
  }

  const lines = computed(() => (isSearch.value ? found.value.rows.map(asLine) : tree.lines.value));
  const below = computed(() => withBelow(tree.lines.value, own()));
  const keyOf = (row: Row): string => String(row[nesting.key]);
  const asLine = (row: Row, at: number): Line => ({
    kind: 'item',
    key: keyOf(row),
    row,
    level: 1,
    position: at + 1,
    parent: null,
    isOpen: false,
  });
  const above = ({ row }: ItemLine): readonly Row[] => pathTo(parentOf(row, nesting), found.value.above, nesting);
  const titleOf = (row: Row): string => nameOf(related, row, row[nesting.key] as string | number);

  function isBarred(item: ItemLine): boolean {
    if (!isSearch.value) return below.value.has(item.key);
    return own() !== null && (item.key === own() || above(item).some((row) => keyOf(row) === own()));
  }

  function noteOf(item: ItemLine): string {
    if (item.key === own()) return t('relations.itself');
    if (!isSearch.value) return '';
    return above(item).map(titleOf).join(' / ');
  }

  return {
    tree,
    lines,
    isSearch,
    mayUnfold: (key) => !isSearch.value && tree.mayUnfold(key),
    titleOf: ({ row }) => titleOf(row),
    noteOf,
    isBarred,
  };
}

import { computed, type Ref, shallowReactive, watch } from 'vue';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import { ownerPaths } from '../../model/owner.ts';
import { Branches, type ItemLine, type Line } from './branches.ts';
import { countChildren } from './children.ts';
import { keyOfRow, type LayoutParameters, narrowed } from './layout.ts';
import { type RowsPage, readRows } from './rows.ts';
import { itemsAmong } from './tree-lines.ts';

/** A collection as a tree, as far as it was read. */
export interface Tree {
  readonly branches: Branches;
  readonly lines: Readonly<Ref<readonly Line[]>>;
  readonly items: Readonly<Ref<readonly ItemLine[]>>;
  /** Whether matches of a search are shown, as a flat list. */
  readonly isFlat: Readonly<Ref<boolean>>;
  readonly isPending: Readonly<Ref<boolean>>;
  /** The number of an item's children; zero until it is known, and in a flat list. */
  readonly countOf: (key: string) => number;
  /** Reads the branches that are shown again. */
  readonly refresh: () => Promise<void>;
}

/** Reads the items of a collection as a tree, by a field that refers to the parent. */
export function useTree(
  collection: Collection,
  field: Readonly<Ref<Field | null>>,
  parameters: () => LayoutParameters,
): Tree {
  const { client, permissions } = useProject();
  const counts = shallowReactive(new Map<string, number>());
  const branches = new Branches(read);
  const lines = computed(() => branches.lines((row) => keyOfRow(collection, row)));
  const isFlat = computed(() => Boolean(parameters().q) || (parameters().filter ?? null) !== null);
  const nameOfField = (): string => field.value?.name ?? '';
  const asked = computed(() => JSON.stringify([parameters(), nameOfField()]));

  async function read(parent: string | null, after: string | null): Promise<RowsPage> {
    try {
      const page = await readRows(client, queryBelow(parent), after);
      void countBelow(page.rows.map((row) => keyOfRow(collection, row)));
      return page;
    } catch (error) {
      noticeFailure(error);
      throw error;
    }
  }

  function queryBelow(parent: string | null) {
    const { key, status, title, name } = collection;
    const condition = { [nameOfField()]: parent === null ? { null: true } : { eq: parent } };
    const fields = [key.name, status?.name, field.value?.name, ...title.paths].filter((each) => each !== undefined);
    const narrow = narrowed(parameters(), isFlat.value ? undefined : condition);
    return {
      ...narrow,
      collection: name,
      fields: [...new Set([...fields, ...ownerPaths(collection, permissions, fields)])],
    };
  }

  /** Counts are shown when they arrive; the tree does not need them. */
  async function countBelow(keys: readonly string[]): Promise<void> {
    if (isFlat.value) return;
    const nesting = { collection: collection.name, key: collection.key.name, parent: nameOfField() };
    const { status } = parameters();
    const before = asked.value;
    const found = await countChildren(client, nesting, keys, status ? { status } : {}).catch(() => new Map());
    if (asked.value !== before) return;
    for (const key of keys) counts.set(key, found.get(key) ?? 0);
  }

  async function refresh(): Promise<void> {
    const shown = [...branches.branches.keys()].filter((key) => key === null || branches.open.has(key));
    await Promise.all(shown.map((parent) => branches.load(parent)));
    await countBelow(shown.filter((key) => key !== null));
  }

  watch(
    asked,
    () => {
      branches.clear();
      void branches.load(null);
    },
    { immediate: true },
  );
  return {
    branches,
    lines,
    items: computed(() => itemsAmong(lines.value)),
    isFlat,
    isPending: computed(() => branches.branches.get(null)?.isLoading !== false && lines.value.length === 0),
    countOf: (key) => (isFlat.value ? 0 : (counts.get(key) ?? 0)),
    refresh,
  };
}

/** The fields that can name the parent of an item. */
export function parentFields(collection: Collection, mayRead: (field: Field) => boolean): readonly Field[] {
  const isParent = ({ relation }: Field): boolean =>
    relation?.kind === 'to-one' && relation.collection === collection.name;
  return collection.fields.filter((field) => isParent(field) && mayRead(field));
}

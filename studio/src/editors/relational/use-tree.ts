import { computed, type Ref, shallowReactive } from 'vue';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { Branches, type Line } from '../../list/layouts/branches.ts';
import { countChildren } from '../../list/layouts/children.ts';
import { readRows } from '../../list/layouts/rows.ts';
import { type Nesting, pathTo } from './above.ts';
import type { Related } from './related.ts';
import { pathsWithParent, type ReadAbove, useAbove } from './use-above.ts';

/** The items of a collection as a tree, read branch by branch. */
export interface Tree {
  readonly lines: Readonly<Ref<readonly Line[]>>;
  readonly isRead: Readonly<Ref<boolean>>;
  readonly error: Readonly<Ref<unknown>>;
  readonly mayUnfold: (key: string) => boolean;
  /** Reads the top level again. */
  readonly start: () => Promise<void>;
  readonly more: (parent: string | null) => Promise<void>;
  readonly unfold: (key: string) => Promise<void>;
  readonly fold: (key: string) => void;
  /** Unfolds all ancestors of an item, so that it is visible. */
  readonly reveal: (key: string) => Promise<void>;
  /** Some items with all their ancestors. */
  readonly above: ReadAbove;
}

/** Reads the tree of a collection's items by a field that refers to the parent. */
export function useTree(related: Related, nesting: Nesting): Tree {
  const { client } = useProject();
  const collection = related.collection.name;
  const fields = pathsWithParent(related, nesting);
  const sort = related.collection.sort?.name;
  const above = useAbove(related, nesting);
  const counts = shallowReactive(new Map<string, number>());

  async function branch(parent: string | null, after: string | null) {
    const filter = { [nesting.parent]: parent === null ? { null: true } : { eq: parent } };
    try {
      const page = await readRows(client, { collection, fields, filter, ...(sort && { sort }) }, after);
      const keys = page.rows.map((row) => String(row[nesting.key]));
      for (const [key, count] of await countChildren(client, { collection, ...nesting }, keys)) counts.set(key, count);
      return page;
    } catch (error) {
      noticeFailure(error);
      throw error;
    }
  }

  const tree = new Branches(branch);
  async function reveal(key: string): Promise<void> {
    const path = pathTo(key, await above([key]), nesting).slice(0, -1);
    for (const row of path) await tree.unfold(String(row[nesting.key]));
  }

  async function start(): Promise<void> {
    tree.clear();
    tree.open.clear();
    await tree.load(null);
  }

  return {
    lines: computed(() => tree.lines((row) => String(row[nesting.key]))),
    isRead: computed(
      () => (tree.branches.get(null)?.rows.length ?? 0) > 0 || tree.branches.get(null)?.isLoading === false,
    ),
    error: tree.error,
    mayUnfold: (key) => (counts.get(key) ?? 0) > 0,
    start,
    more: (parent) => tree.load(parent, true),
    unfold: (key) => tree.unfold(key),
    fold: (key) => tree.fold(key),
    reveal,
    above,
  };
}

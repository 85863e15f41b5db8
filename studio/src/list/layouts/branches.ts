import { type Ref, ref, shallowReactive } from 'vue';
import type { Row } from './layout.ts';
import type { RowsPage } from './rows.ts';

/** The items below one item, as far as they were read. */
export interface Branch {
  readonly rows: readonly Row[];
  readonly after: string | null;
  readonly isLoading: boolean;
}

/** An item as a line of a tree. */
export interface ItemLine {
  readonly kind: 'item';
  readonly key: string;
  readonly row: Row;
  readonly level: number;
  readonly position: number;
  readonly parent: string | null;
  readonly isOpen: boolean;
}

/** A line of a tree as it is shown: an item, or the offer to read more of a branch. */
export type Line = ItemLine | { readonly kind: 'more'; readonly parent: string | null; readonly level: number };

/** A tree that is read branch by branch; `null` names the top. */
export class Branches {
  readonly branches: Map<string | null, Branch> = shallowReactive(new Map());
  readonly open: Set<string> = shallowReactive(new Set());
  readonly error: Ref<unknown> = ref(null);
  readonly #read: (parent: string | null, after: string | null) => Promise<RowsPage>;
  /** The latest requested page of each branch; answers to earlier requests are ignored. */
  readonly #asked = new Map<string | null, Promise<RowsPage>>();

  constructor(read: (parent: string | null, after: string | null) => Promise<RowsPage>) {
    this.#read = read;
  }

  /** Reads the first page of a branch again, or with `more` the next one. */
  async load(parent: string | null, more = false): Promise<void> {
    const before = this.branches.get(parent) ?? { rows: [], after: null, isLoading: false };
    if (more && (before.isLoading || before.after === null)) return;
    this.branches.set(parent, { ...before, isLoading: true });
    const asked = this.#read(parent, more ? before.after : null);
    this.#asked.set(parent, asked);
    const isLate = (): boolean => this.#asked.get(parent) !== asked;
    try {
      const page = await asked;
      if (isLate()) return;
      const rows = more ? [...before.rows, ...page.rows] : page.rows;
      this.branches.set(parent, { rows, after: page.after, isLoading: false });
      this.error.value = null;
    } catch (error) {
      if (isLate()) return;
      this.branches.set(parent, { ...before, isLoading: false });
      this.error.value = error;
    }
  }

  /** Drops everything that was read, or is being read. */
  clear(): void {
    this.branches.clear();
    this.#asked.clear();
  }

  /** Opens an item, and reads what is below it. */
  async unfold(key: string): Promise<void> {
    this.open.add(key);
    if (!this.branches.has(key)) await this.load(key);
  }

  fold(key: string): void {
    this.open.delete(key);
  }

  /** The lines that are shown, from the top. */
  lines(keyOf: (row: Row) => string, parent: string | null = null, level = 1): readonly Line[] {
    const branch = this.branches.get(parent);
    if (!branch) return [];
    const lines = branch.rows.flatMap((row, index): readonly Line[] => {
      const key = keyOf(row);
      const isOpen = this.open.has(key);
      const line: Line = { kind: 'item', key, row, level, position: index + 1, parent, isOpen };
      return isOpen ? [line, ...this.lines(keyOf, key, level + 1)] : [line];
    });
    return branch.after ? [...lines, { kind: 'more', parent, level }] : lines;
  }
}

import { Lru } from '../shared/lru.ts';

const FRESH_MS = 60_000;
const TABLES = 1_000;

/** Returns the number of rows that the engine's statistics give for a table; undefined if there are none. */
type Query = (table: string) => Promise<number | undefined>;

/**
 * Row counts as the engine estimates them, at most a minute old. A table without statistics counts as one with any
 * number of rows.
 */
export class RowEstimates {
  readonly #query: Query;
  readonly #known = new Lru<string, { readonly rows: Promise<number>; readonly at: number }>(TABLES);

  constructor(query: Query) {
    this.#query = query;
  }

  rowsOf(table: string): Promise<number> {
    const cached = this.#known.get(table);
    const at = performance.now();
    if (cached && at - cached.at < FRESH_MS) return cached.rows;
    const rows = this.#query(table).then(
      (found) => found ?? Number.POSITIVE_INFINITY,
      () => Number.POSITIVE_INFINITY,
    );
    this.#known.set(table, { rows, at });
    return rows;
  }
}

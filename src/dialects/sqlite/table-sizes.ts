import { Lru } from '../../shared/lru.ts';
import { quote } from './quoting.ts';

/** Rows are counted up to this number; beyond it, keys give an upper bound. */
const LARGE = 100_000;
/** Up to this key, keys give an upper bound without counting. */
const FEW = 20_000;
const FRESH_MS = 5_000;
const TABLES = 1_000;

/** Runs a query that returns one number. */
type Query = (text: string) => number;

interface Size {
  readonly rows: number;
  readonly at: number;
}

/** Upper bounds of the tables' row counts, at most a few seconds old. */
export class TableSizes {
  readonly #query: Query;
  readonly #sizes = new Lru<string, Size>(TABLES);

  constructor(query: Query) {
    this.#query = query;
  }

  /** A table that cannot be counted counts as empty; the query itself will report the error. */
  rowsOf(table: string): number {
    const cached = this.#sizes.get(table);
    const at = performance.now();
    if (cached && at - cached.at < FRESH_MS) return cached.rows;
    const rows = this.#count(table);
    this.#sizes.set(table, { rows, at });
    return rows;
  }

  #count(table: string): number {
    const highest = this.#tried(`SELECT coalesce(max(rowid), 0) FROM ${quote(table)}`) ?? LARGE;
    if (highest <= FEW) return highest;
    const rows = this.#tried(`SELECT count(*) FROM (SELECT 1 FROM ${quote(table)} LIMIT ${LARGE})`) ?? 0;
    return rows < LARGE ? rows : highest;
  }

  #tried(text: string): number | undefined {
    try {
      return this.#query(text);
    } catch {
      return undefined;
    }
  }
}

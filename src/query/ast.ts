import type { Collection } from '../schema/collection.ts';
import type { Position } from './cursor.ts';
import type { Operator } from './operators.ts';

/** What is asked of one level of a `fields` list: names, `*`, names left out, and the level below each name. */
export interface FieldTree {
  readonly all: boolean;
  /** What `*.…` asks of every relation of this level. */
  readonly below: FieldTree | null;
  readonly names: ReadonlyMap<string, FieldTree | null>;
  readonly without: ReadonlySet<string>;
}

/** One condition of a filter. Its texts stand in the query's values, so that conditions of one shape share a plan. */
export interface Condition {
  readonly path: readonly string[];
  readonly operator: Operator;
  /** Place of the first text in {@link Query.values}. */
  readonly first: number;
  readonly count: number;
  /** Joined by OR to what stands before it. */
  readonly or: boolean;
}

/** Conditions joined in any way, for queries that the server makes of another language. */
export type Where =
  | { readonly type: 'and' | 'or'; readonly of: readonly Where[] }
  | { readonly type: 'not'; readonly of: Where }
  | { readonly type: 'condition'; readonly condition: Condition }
  | { readonly type: 'constant'; readonly value: boolean }
  /** A table of Octavo's own has a row of the same key that fulfils the conditions. */
  | { readonly type: 'sameKey'; readonly table: Collection; readonly of: Where };

export interface SortTerm {
  /** As it was asked for, with its sign. */
  readonly token: string;
  readonly field: string;
  readonly descending: boolean;
  readonly random: boolean;
}

export type MetaKey =
  | 'collection'
  | 'type'
  | 'result_count'
  | 'total_count'
  | 'status_count'
  | 'filter_count'
  | 'page'
  | 'cursor';

/** A parsed query. It knows no schema: whether its names exist is the plan's question. */
export interface Query {
  readonly fields: FieldTree;
  readonly conditions: readonly Condition[];
  /** Joined to the conditions by AND; absent for none. */
  readonly where?: Where;
  /** Conditions of the server's own, which nobody's `or` or permissions touch. */
  readonly restriction: readonly Condition[];
  /** Texts of the conditions, in their order. */
  readonly values: readonly string[];
  readonly search: string | null;
  readonly sort: readonly SortTerm[];
  /** Null: the project's default. Negative: none. */
  readonly limit: number | null;
  readonly offset: number | null;
  readonly page: number | null;
  /** The place that the list goes on from, instead of an offset; null for its beginning. */
  readonly position: Position | null;
  /** Null: the parameter is absent. */
  readonly single: boolean | null;
  /** Null: statuses that do not hide an item. `*`: any. */
  readonly statuses: readonly string[] | '*' | null;
  /** Languages of translations; null for all. */
  readonly languages: readonly string[] | null;
  /** Null: no metadata. */
  readonly meta: ReadonlySet<MetaKey> | null;
  /** Whether rows bring along what tells their states apart. */
  readonly versioned: boolean;
  /** Equal for queries that differ in values alone. */
  readonly shape: string;
}

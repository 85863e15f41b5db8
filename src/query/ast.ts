import type { Collection } from '../schema/collection.ts';
import type { Blank } from './blank.ts';
import type { Position } from './cursor.ts';
import type { Operator } from './operators.ts';
import type { TextForm } from './text-form.ts';

/** One level of a `fields` list: the requested names, `*`, the excluded names, and the level below each name. */
export interface FieldTree {
  readonly all: boolean;
  /** What the `*.…` entries of this level request of every relation. */
  readonly below: FieldTree | null;
  readonly names: ReadonlyMap<string, FieldTree | null>;
  readonly without: ReadonlySet<string>;
}

/**
 * One condition of a filter. Its texts are stored in the query's values, so that conditions of the same shape share a
 * plan.
 */
export interface Condition {
  readonly path: readonly string[];
  readonly operator: Operator;
  /** Index of the first text in {@link Query.values} or, for a rule's condition, in {@link own}. */
  readonly first: number;
  readonly count: number;
  /** The texts of a rule's condition, in which `$me`, `$role` and `$now` stand for values of the request. */
  readonly own?: readonly string[];
  /** Joined by OR to the conditions before it. */
  readonly or: boolean;
  /** The form of the pattern's text; absent if it is unknown before the statement runs. */
  readonly form?: TextForm;
  /** What the texts that a condition excludes stand for; absent if all of them are values. */
  readonly blanks?: readonly (Blank | null)[];
}

/** Conditions joined in any combination, for queries that the server translates from another language. */
export type Where =
  | { readonly type: 'and' | 'or'; readonly of: readonly Where[] }
  | { readonly type: 'not'; readonly of: Where }
  | { readonly type: 'condition'; readonly condition: Condition }
  | { readonly type: 'constant'; readonly value: boolean }
  /** Some row of an internal table has the same key and fulfils the conditions. */
  | { readonly type: 'sameKey'; readonly table: Collection; readonly of: Where };

export interface SortTerm {
  /** As requested, with its sign. */
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

export type AggregateFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'countDistinct';

/** A part of a date, or of the date or time of a moment. */
export type DatePart = 'year' | 'quarter' | 'month' | 'week' | 'weekyear' | 'day' | 'weekday' | 'hour' | 'date';

/** A function over the rows of a group. */
export interface Aggregate {
  readonly function: AggregateFunction;
  /** `*` for all rows. */
  readonly field: string;
}

/** What rows are grouped by: a field, possibly of a related item, or a part of it. */
export interface GroupKey {
  /** As requested: `status`, `month(published_on)`, `author.name`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly part: DatePart | null;
}

/** A request for groups instead of items. */
export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregates: readonly Aggregate[];
  /** The time zone in which parts of moments are computed. */
  readonly timeZone: string;
}

/** A parsed query. It knows no schema: the planner checks that its names exist. */
export interface Query {
  readonly fields: FieldTree;
  readonly conditions: readonly Condition[];
  /** Joined to the conditions by AND; absent if there is none. */
  readonly where?: Where;
  /** Conditions that the server adds. Neither `or` nor permissions affect them. */
  readonly restriction: readonly Condition[];
  /** The texts of the conditions, in the order of the conditions. */
  readonly values: readonly string[];
  readonly search: string | null;
  /** The form of the search text. */
  readonly searchForm: TextForm;
  readonly sort: readonly SortTerm[];
  /** Null: the project's default. Negative: no limit. */
  readonly limit: number | null;
  readonly offset: number | null;
  readonly page: number | null;
  /** The position from which the list continues, used instead of an offset; null to start at the beginning. */
  readonly position: Position | null;
  /** Null: the parameter is absent. */
  readonly single: boolean | null;
  /** Null: the statuses that do not hide an item. `*`: any. */
  readonly statuses: readonly string[] | '*' | null;
  /** Languages of translations; null for all. */
  readonly languages: readonly string[] | null;
  /** Null: no metadata. */
  readonly meta: ReadonlySet<MetaKey> | null;
  /** Absent for a list of items. */
  readonly grouping?: Grouping;
  /** Whether rows include the columns that identify their version. */
  readonly versioned: boolean;
  /** Equal for queries that differ only in values. */
  readonly shape: string;
}

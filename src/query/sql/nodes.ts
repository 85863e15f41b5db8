import type { Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/field-type.ts';

/** What a query is run with; a plan is cached without it. */
export interface Binding {
  readonly values: readonly string[];
  readonly search: string | null;
  readonly user: number;
  readonly role: number;
  readonly now: Date;
  /** Where `now` of users' collections is told: a time zone by its name, or the server's. */
  readonly timeZone?: string | null;
  readonly offset: number;
  /** Values of the place that a list goes on from, in the terms of its order. */
  readonly position?: readonly (string | number | null)[];
  /** Keys of the rows whose related rows are wanted. */
  readonly keys: readonly Stored[];
}

/** Where the value of a parameter comes from when the statement runs. */
export type Source = (binding: Binding) => Stored;

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** An SQL expression. Built from the schema alone: no text of a request can be part of one but as a parameter. */
export type Expression =
  | {
      readonly type: 'column';
      readonly alias: string;
      readonly name: string;
      readonly kind: Kind;
      /** The column's own collation, where it is not the usual one. */
      readonly collation?: string | undefined;
      /** Digits behind the point of decimals, which belong to their text. */
      readonly scale?: number;
    }
  | { readonly type: 'parameter'; readonly source: Source; readonly kind: Kind }
  | { readonly type: 'constant'; readonly value: boolean }
  | { readonly type: 'compare'; readonly sign: Comparison; readonly left: Expression; readonly right: Expression }
  /** Lists of equal length, compared from left to right. */
  | {
      readonly type: 'compareRows';
      readonly sign: '<' | '>';
      readonly left: readonly Expression[];
      readonly right: readonly Expression[];
    }
  /** A text as lists are sorted by it: first without ASCII case, then exactly. */
  | { readonly type: 'sortKey'; readonly of: Expression; readonly folded: boolean }
  /** The whole number that a text says; anything where it says none. */
  | { readonly type: 'wholeNumber'; readonly of: Expression }
  /** What a row is sorted by, selected without loss. */
  | { readonly type: 'place'; readonly of: Expression }
  | { readonly type: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'null'; readonly of: Expression; readonly negated: boolean }
  | { readonly type: 'like'; readonly left: Expression; readonly pattern: Expression; readonly negated: boolean }
  | { readonly type: 'in'; readonly left: Expression; readonly of: readonly Expression[]; readonly negated: boolean }
  /** The left side is one of the keys of the binding, however many they are. */
  | { readonly type: 'inKeys'; readonly left: Expression; readonly kind: Kind }
  /** `apart` has the select run once, whatever it stands in. */
  | { readonly type: 'inSelect'; readonly left: Expression; readonly select: Select; readonly apart?: true }
  | { readonly type: 'exists'; readonly select: Select }
  | { readonly type: 'scalar'; readonly select: Select }
  | { readonly type: 'count' }
  | { readonly type: 'random' }
  /** `value` where the condition holds, else null. */
  | { readonly type: 'when'; readonly condition: Expression; readonly value: Expression };

export interface Order {
  readonly by: Expression;
  readonly descending: boolean;
  /** Null: smaller than everything else. None: there are none. */
  readonly nulls: 'first' | 'last' | 'none' | null;
  /** ASCII case counts only between texts that are equal without it. */
  readonly text: boolean;
}

export interface Select {
  readonly table: string;
  readonly alias: string;
  readonly columns: readonly Expression[];
  readonly where: Expression | null;
  readonly order: readonly Order[];
  /** Part of the text: engines plan for a known limit, and some plan again for every other one. */
  readonly limit: number | null;
  readonly offset: Source | null;
  readonly group: readonly Expression[];
}

export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  /** How many rows are inserted at once; one where it is not said. */
  readonly rows?: number | undefined;
  /** The counting column that is given a value: the rows after it count on from there. */
  readonly given?: string | undefined;
}

export interface Update {
  readonly table: string;
  readonly columns: readonly string[];
  readonly where: Expression | null;
}

export interface Delete {
  readonly table: string;
  readonly where: Expression | null;
}

/** All of the expressions; null when there is none. */
export function and(expressions: readonly (Expression | null)[]): Expression | null {
  return join('and', expressions);
}

/** Any of the expressions; null when there is none. */
export function or(expressions: readonly (Expression | null)[]): Expression | null {
  return join('or', expressions);
}

function join(type: 'and' | 'or', expressions: readonly (Expression | null)[]): Expression | null {
  const of = expressions.filter((expression) => expression !== null);
  return of.length > 1 ? { type, of } : (of[0] ?? null);
}

/** A column of a table by the table's alias, which is empty where a statement names a single table. */
export function columnNamed(name: string, kind: Kind, alias = 't0'): Extract<Expression, { type: 'column' }> {
  return { type: 'column', alias, name, kind };
}

/** The select of columns of a table: all rows in no order, but for what `parts` say. */
export function selectFrom(
  table: string,
  columns: readonly Expression[],
  parts: Partial<Omit<Select, 'table' | 'columns'>> = {},
): Select {
  const whole = { alias: 't0', where: null, order: [], limit: null, offset: null, group: [] } as const;
  return { table, columns, ...whole, ...parts };
}

/** A parameter whose value is known when the plan is made. */
export function fixed(value: Stored, kind: Kind): Expression {
  return { type: 'parameter', kind, source: () => value };
}

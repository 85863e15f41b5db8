import type { Column } from '../../schema/column.ts';
import type { Kind } from '../../schema/datatypes.ts';
import type { JsonForm, Stored } from '../../schema/stored.ts';
import type { ZoneOffset } from '../../shared/zone-offsets.ts';
import type { AggregateFunction, DatePart } from '../ast.ts';
import type { PositionValue } from '../position.ts';

/** The values that a query runs with; plans are cached without them. */
export interface Binding {
  readonly values: readonly string[];
  readonly search: string | null;
  readonly user: number;
  readonly role: number;
  readonly now: Date;
  /** The time zone of `now` in user collections: its name, or null for the server's. */
  readonly timeZone?: string | null;
  readonly offset: number;
  /** Values of the position from which the list continues, one per term of the order. */
  readonly position?: readonly PositionValue[];
  /** Keys of the rows whose related rows are read. */
  readonly keys: readonly Stored[];
}

/** Returns the value of a parameter when the statement runs. */
export type Source = (binding: Binding) => Stored;

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** An SQL expression. It is built from the schema alone: text of a request only ever becomes a parameter. */
export type Expression =
  | {
      readonly type: 'column';
      readonly alias: string;
      readonly name: string;
      readonly kind: Kind;
      /** The column's collation, if it is not the default one. */
      readonly collation?: string | undefined;
      /** The type as which it is read and compared, if not its own. */
      readonly as?: Column['comparedAs'];
      /** The number of decimal places, which is part of a decimal's text. */
      readonly scale?: number;
      /** Its moments have a fraction of a second, and are compared as answers show them, which may leave it out. */
      readonly asShown?: boolean;
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
  /** A text as lists are sorted by it: first ignoring ASCII case, then exactly. */
  | { readonly type: 'sortKey'; readonly of: Expression; readonly folded: boolean }
  /** The integer that a text represents; any number if it represents none. A long one has up to 64 bits. */
  | { readonly type: 'wholeNumber'; readonly of: Expression; readonly isLong: boolean }
  /** The same for a decimal. */
  | { readonly type: 'decimalNumber'; readonly of: Expression }
  /** A value that a row is sorted by, selected without loss of precision. */
  | { readonly type: 'place'; readonly of: Expression }
  | { readonly type: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'null'; readonly of: Expression; readonly negated: boolean }
  /** The value of `of`, in a form for which the engine's planner uses no index. */
  | { readonly type: 'unindexed'; readonly of: Expression }
  | {
      readonly type: 'like';
      readonly left: Expression;
      readonly pattern: Expression;
      readonly negated: boolean;
      /** The pattern has no wildcards but `%`. */
      readonly isPlain?: boolean;
      /**
       * No number or moment contains the text, so only an engine whose columns can hold any value has to compare it.
       */
      readonly isWord?: boolean;
    }
  /**
   * `of`, with the knowledge that it holds only for rows whose key is in one of the sources. Engines that can tell by
   * themselves omit the sources.
   */
  | {
      readonly type: 'among';
      readonly key: Expression;
      readonly sources: readonly KeySource[];
      readonly of: Expression;
    }
  /** Whether a number or a moment contains a character that it should not contain. */
  | { readonly type: 'unusual'; readonly of: Expression }
  | { readonly type: 'in'; readonly left: Expression; readonly of: readonly Expression[]; readonly negated: boolean }
  /** The left side is one of the binding's keys, whatever their number. */
  | { readonly type: 'inKeys'; readonly left: Expression; readonly kind: Kind }
  /** `materialized` makes the engine run the select once, wherever it occurs. */
  | { readonly type: 'inSelect'; readonly left: Expression; readonly select: Select; readonly materialized?: true }
  | { readonly type: 'exists'; readonly select: Select }
  | { readonly type: 'scalar'; readonly select: Select }
  | { readonly type: 'count' }
  /** A function over the rows of a group. */
  | { readonly type: 'aggregate'; readonly function: AggregateFunction; readonly of: Expression }
  /** A part of a date, or of a moment in UTC converted to a zone with these offsets. */
  | {
      readonly type: 'part';
      readonly part: DatePart;
      readonly of: Expression;
      readonly offsets: readonly ZoneOffset[];
    }
  /** 1 for every number except 0. */
  | { readonly type: 'truth'; readonly of: Expression }
  /** A moment as answers show it, which may leave out a fraction of a second. */
  | { readonly type: 'shown'; readonly of: Expression }
  | { readonly type: 'random' }
  /** `value` if the condition holds, else null. */
  | { readonly type: 'when'; readonly condition: Expression; readonly value: Expression };

/** The keys of rows that can be found without scanning a table. */
export type KeySource =
  | { readonly type: 'text'; readonly index: string; readonly parts: (binding: Binding) => readonly string[] }
  | { readonly type: 'select'; readonly select: Select };

export interface Order {
  readonly by: Expression;
  readonly descending: boolean;
  /** Null: they sort as smaller than everything else. None: there are none. */
  readonly nulls: 'first' | 'last' | 'none' | null;
  /** Compare ignoring ASCII case, which only breaks ties. */
  readonly text: boolean;
}

export interface Select {
  readonly table: string;
  readonly alias: string;
  readonly columns: readonly Expression[];
  readonly where: Expression | null;
  readonly order: readonly Order[];
  /** Part of the SQL text: engines plan for a literal limit, and some replan for every other one. */
  readonly limit: number | null;
  readonly offset: Source | null;
  readonly group: readonly Expression[];
}

/**
 * Rows in groups. Inner selects first read and then compute the values to group by and to aggregate. So the groups are
 * by plain columns, and every expression and parameter is printed once.
 */
export interface GroupedSelect {
  /** The columns of the table. */
  readonly rows: Select;
  /** Expressions over the columns of `rows`, which are {@link columnOfRows}; null if there are none. */
  readonly computed: readonly Expression[] | null;
  /** Expressions over the columns of `computed` or, if that is null, of `rows`. */
  readonly columns: readonly Expression[];
  readonly group: readonly Expression[];
  readonly order: readonly Order[];
  readonly limit: number;
}

/** A member of a JSON object. */
export interface Member {
  readonly name: string;
  readonly value: Expression;
  readonly form: JsonForm;
}

/**
 * Rows, each as the text of a JSON object, or null if a value does not have the form that its member requires. Only the
 * rows that `rows` returns are converted, not all that it sorts.
 */
export interface ObjectSelect {
  readonly rows: Select;
  /** Expressions over the columns of `rows`, which are {@link columnOfRows}. */
  readonly members: readonly Member[];
  /** The columns after the text, as expressions over the same columns. */
  readonly extra: readonly Expression[];
  /** The maximum number of rows that `rows` returns. */
  readonly limit: number;
}

export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  /** The number of rows per insert; one by default. */
  readonly rows?: number | undefined;
  /** The auto-increment column that gets an explicit value; the engine continues counting from there. */
  readonly given?: string | undefined;
  /** Whether the value is given to a column that otherwise takes only those of its counter. */
  readonly overriding?: boolean | undefined;
  /** Whether the key that is returned is a moment with a fraction of a second. */
  readonly timed?: boolean | undefined;
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

/** Joins the expressions by AND; null if there is none. */
export function and(expressions: readonly (Expression | null)[]): Expression | null {
  return join('and', expressions);
}

/** Joins the expressions by OR; null if there is none. */
export function or(expressions: readonly (Expression | null)[]): Expression | null {
  return join('or', expressions);
}

function join(type: 'and' | 'or', expressions: readonly (Expression | null)[]): Expression | null {
  const of = expressions.filter((expression) => expression !== null);
  return of.length > 1 ? { type, of } : (of[0] ?? null);
}

/** A column by the alias of its table, which is empty if the statement has a single table. */
export function columnNamed(name: string, kind: Kind, alias = 't0'): Extract<Expression, { type: 'column' }> {
  return { type: 'column', alias, name, kind };
}

/** A column of an inner select, by its index. */
export function columnOfRows(place: number, like: Expression, kind: Kind): Extract<Expression, { type: 'column' }> {
  const { collation, scale } = like.type === 'column' ? like : { collation: undefined, scale: undefined };
  return { type: 'column', alias: 'g', name: `c${place}`, kind, collation, ...(scale !== undefined && { scale }) };
}

/** Selects columns of a table: all rows, unordered, unless `parts` says otherwise. */
export function selectFrom(
  table: string,
  columns: readonly Expression[],
  parts: Partial<Omit<Select, 'table' | 'columns'>> = {},
): Select {
  const whole = { alias: 't0', where: null, order: [], limit: null, offset: null, group: [] } as const;
  return { table, columns, ...whole, ...parts };
}

/** The id of the caller. */
export const CALLER: Expression = { type: 'parameter', kind: 'integer', source: ({ user }) => user };

/** The condition that never holds. */
export const FALSE: Expression = { type: 'constant', value: false };

/** A parameter whose value is fixed when the plan is made. */
export function fixed(value: Stored, kind: Kind): Expression {
  return { type: 'parameter', kind, source: () => value };
}

import type { IndexWalk } from '../plan/walk.ts';
import { atPlace } from './keyset.ts';
import { and, type Expression, type Order, type Select, selectFrom } from './nodes.ts';

/**
 * How far into a list a page reaches, given its offset and its number of rows. `deep` skips many rows, `long` has many.
 */
export type Reach = 'near' | 'far' | 'deep' | 'long';

const NEAR = 100;
const FAR = 1_000;
/**
 * How many rows of an index are tested for a page: first few, then more. If they do not suffice, at most a few
 * milliseconds are lost.
 */
const WALKS: Reaches = { near: [100, 600, 2_400], far: [4_000], deep: [], long: [] };
/** The same along a key, where the alternative is an index of trigrams: testing texts takes longer. */
const BEFORE_KEYS: Reaches = { near: [300], far: [4_000], deep: [], long: [] };

/** The minimum number of tested rows, as a multiple of the page: conditions exclude some. */
const TIMES = 2;

type Reaches = Readonly<Record<Reach, readonly number[]>>;

/** The reach of a page. */
export function reachOf(offset: number, limit: number | null): Reach {
  if (limit === null) return 'long';
  const end = offset + limit;
  if (end <= FAR) return end <= NEAR ? 'near' : 'far';
  return offset >= limit ? 'deep' : 'long';
}

/** A statement that reads a page along an index. */
export interface Walk {
  readonly select: Select;
  /** Does not pay off in tables with fewer rows. */
  readonly least: number;
  /** Selects the value at which `select` ends, which becomes its position; absent if `select` determines it itself. */
  readonly border?: Select;
  readonly inOrder?: InOrder;
}

/**
 * The first page of `select` in the order of the index, where ties come in reverse, plus one row if there is one. It is
 * correct if no two of the rows have equal first terms, and requires no sorting.
 */
interface InOrder {
  readonly select: Select;
  /** The index of the first term among the columns. */
  readonly valueAt: number;
}

/**
 * Statements that read a page along the index of its first term, `name`. Their result is correct if it is a full page.
 * Otherwise `select` itself must be run, since the page may reach beyond the tested rows.
 */
export function walksOf(select: Select, name: string, walk: IndexWalk, reach: Reach): readonly Walk[] {
  return along(select, name, walk, WALKS[reach]);
}

function along(select: Select, name: string, walk: IndexWalk, reaches: readonly number[]): readonly Walk[] {
  const [first] = select.order;
  if (!first || !isColumn(first.by, name) || select.limit === null || !endsWithNulls(first)) return [];
  if (isDirect(select, first, walk)) return [];
  const least = select.limit * TIMES;
  return reaches.filter((rows) => rows >= least).map((rows) => atFront(select, first, rows, walk));
}

/**
 * Such a statement along the key, for a select whose index would be used: a common word is found sooner along the key.
 */
export function walkBeforeKeys(select: Select, key: string, reach: Reach): readonly Walk[] {
  const isAmong = partsOf(select.where).some(({ type }) => type === 'among');
  return isAmong ? along(select, key, 'bounded', BEFORE_KEYS[reach]) : [];
}

/** Whether the engine walks the index without help. */
function isDirect({ where, order }: Select, first: Order, walk: IndexWalk): boolean {
  if (walk === 'reversed') return first.nulls === 'none' || !first.descending;
  if (where !== null || order.length > 2) return false;
  return walk === 'bounded' || (first.nulls === 'none' && order.every(({ descending }) => !descending));
}

/** Reads the rows of a page only after their keys are known, because an engine skips keys faster than rows. */
export function byKeys(select: Select, key: Expression): Select {
  const keys: Select = { ...select, columns: [key] };
  return { ...select, where: { type: 'inSelect', left: key, select: keys }, limit: null, offset: null };
}

/**
 * Makes an engine sort all rows of a select. An engine that does not weigh the limit could otherwise walk the complete
 * index.
 */
export function sortingAll(select: Select): Select {
  const [first, ...rest] = select.order;
  return first ? { ...select, order: [{ ...first, by: { type: 'unindexed', of: first.by } }, ...rest] } : select;
}

const endsWithNulls = ({ nulls, descending }: Order): boolean =>
  nulls === 'none' || nulls === 'last' || (nulls === null && descending);

/**
 * The rows whose first term comes before that of the row at offset `rows` of the index: at most `rows`, and ties are
 * either all included or all excluded.
 */
function atFront(select: Select, first: Order, rows: number, walk: IndexWalk): Walk {
  const parts = partsOf(select.where).map(tested);
  const ranges = parts.filter((part) => isAbout(part, first.by));
  const others = and(parts.filter((part) => !ranges.includes(part)));
  const border = borderOf(select, first, ranges, rows);
  const right: Expression = walk === 'stepwise' ? atPlace(first.by, 0) : { type: 'scalar', select: border };
  const before: Expression = { type: 'compare', sign: first.descending ? '>' : '<', left: first.by, right };
  const page = within(select, first, [others && { type: 'unindexed', of: others }, ...ranges, before]);
  const least = 4 * rows;
  if (walk !== 'stepwise') return { select: page, least };
  const inOrder = inOrderOf(page);
  return { select: page, least, border, ...(inOrder && { inOrder }) };
}

/**
 * The order of the index differs only for a descending term with an ascending key as tie-break, because the key comes
 * last in the index.
 */
function inOrderOf(page: Select): InOrder | null {
  const [first, key, ...others] = page.order;
  if (!first?.descending || !key || key.descending || others.length > 0 || page.limit === null) return null;
  const valueAt = page.columns.findIndex((column) => first.by.type === 'column' && isColumn(column, first.by.name));
  if (valueAt < 0) return null;
  const order = [first, { ...key, descending: true }];
  return { select: { ...page, order, limit: page.limit + 1, offset: null }, valueAt };
}

function borderOf({ table, alias }: Select, first: Order, ranges: readonly Expression[], rows: number): Select {
  const order: Order[] = [{ ...first, nulls: 'none' }];
  const where = and([...ranges, present(first)]);
  return selectFrom(table, [{ type: 'place', of: first.by }], { alias, where, order, limit: 1, offset: () => rows });
}

function within(select: Select, first: Order, where: readonly (Expression | null)[]): Select {
  return { ...select, where: and(where), order: [{ ...first, nulls: 'none' }, ...select.order.slice(1)] };
}

/** Testing few rows is faster than finding all keys that an index has for a common word. */
const tested = (part: Expression): Expression => (part.type === 'among' ? part.of : part);

const present = ({ by }: Order): Expression => ({ type: 'null', of: by, negated: true });

function partsOf(where: Expression | null): readonly Expression[] {
  if (where?.type === 'and') return where.of.flatMap(partsOf);
  return where ? [where] : [];
}

const isColumn = (expression: Expression, name: string): boolean =>
  expression.type === 'column' && expression.name === name;

/** Whether a condition only compares this column with values. */
function isAbout(condition: Expression, column: Expression): boolean {
  const isSame = (side: Expression): boolean => column.type === 'column' && isColumn(side, column.name);
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.of.every((part) => isAbout(part, column));
    case 'compare':
      return isSame(condition.left) && condition.right.type === 'parameter';
    case 'in':
      return isSame(condition.left) && condition.of.every(({ type }) => type === 'parameter');
    case 'null':
      return isSame(condition.of);
    default:
      return false;
  }
}

import type { IndexWalk } from '../plan/walk.ts';
import { atPlace } from './keyset.ts';
import { and, type Expression, type Order, type Select, selectFrom } from './nodes.ts';

/** How far into a list a page reaches with its offset and its rows. `deep` skips many rows, `long` has many. */
export type Reach = 'near' | 'far' | 'deep' | 'long';

const NEAR = 100;
const FAR = 1_000;
/** How many rows of an index are looked through for a page, first few and then more: a few milliseconds for nothing at most. */
const WALKS: Reaches = { near: [100, 600, 2_400], far: [4_000], deep: [], long: [] };
/** The same along a key, where an index of words is what else there is: testing texts takes longer. */
const BEFORE_KEYS: Reaches = { near: [300], far: [4_000], deep: [], long: [] };

/** How many times as many rows as a page has are looked through at least: conditions leave some out. */
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
  /** In tables of fewer rows, it saves nothing. */
  readonly least: number;
  /** Selects the value at which `select` ends, which is its position; absent where `select` finds it. */
  readonly border?: Select;
  readonly inOrder?: InOrder;
}

/**
 * The first page of `select` as the index has it, where equal rows come the other way round, and one row more if there is one. It is right
 * if no two of the rows are equal in the first term, and sorts nothing.
 */
interface InOrder {
  readonly select: Select;
  /** The place of the first term among the columns. */
  readonly valueAt: number;
}

/**
 * Statements that read a page along the index of its first term, `name`. What they find is right if they find a whole
 * page; otherwise `select` itself is to be run, since the page may reach further than they look.
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

/** Such a statement along the key of a select that is told where to look: a common word is found sooner there. */
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

/** A page whose rows are read once their keys are known: an engine skips keys faster than rows. */
export function byKeys(select: Select, key: Expression): Select {
  const keys: Select = { ...select, columns: [key] };
  return { ...select, where: { type: 'inSelect', left: key, select: keys }, limit: null, offset: null };
}

/** A select that sorts all of its rows: an engine that does not weigh the limit could otherwise walk the whole index. */
export function sortingAll(select: Select): Select {
  const [first, ...rest] = select.order;
  return first ? { ...select, order: [{ ...first, by: { type: 'unindexed', of: first.by } }, ...rest] } : select;
}

const endsWithNulls = ({ nulls, descending }: Order): boolean =>
  nulls === 'none' || nulls === 'last' || (nulls === null && descending);

/**
 * The rows whose first term comes before that of the row `rows` places from the start of the index: `rows` at most,
 * and all of those that are equal in it.
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

/** Only a descending term and an ascending key differ from the index, which has the key last. */
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

/** Few rows are tested sooner than all keys are found that an index has for a common word. */
const tested = (part: Expression): Expression => (part.type === 'among' ? part.of : part);

const present = ({ by }: Order): Expression => ({ type: 'null', of: by, negated: true });

function partsOf(where: Expression | null): readonly Expression[] {
  if (where?.type === 'and') return where.of.flatMap(partsOf);
  return where ? [where] : [];
}

const isColumn = (expression: Expression, name: string): boolean =>
  expression.type === 'column' && expression.name === name;

/** Whether a condition compares nothing but this column with values. */
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

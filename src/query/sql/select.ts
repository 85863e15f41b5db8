import type { FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import { isExactMoment } from '../../schema/exact-moment.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { NodePlan, PlannedCursor, PlannedOrder, Predicate } from '../plan/plan.ts';
import type { IndexWalk } from '../plan/walk.ts';
import { Aliases, column } from './columns.ts';
import { beyond, type Segment } from './keyset.ts';
import { and, CALLER, type Expression, fixed, type Order, or, type Select, type Source, selectFrom } from './nodes.ts';
import { lower } from './predicate.ts';
import type { Reach } from './walk.ts';
import { isAboutStatus, isListOfStatus, withoutStatusIndex } from './without-status-index.ts';

const byOffset: Source = ({ offset }) => offset;

export interface SelectOptions {
  /** Whether lists sort null last in both directions: the setting `sort_null_last`. */
  readonly nullsLast: boolean;
  /** Whether the engine uses an index for row-value comparisons. */
  readonly rowValues: boolean;
  readonly indexWalk: IndexWalk;
  readonly reach: Reach;
}

/** The statement that reads `limit` rows of a list from the binding's offset, or all of them without a limit. */
export function selectList(plan: NodePlan, limit: number | null, options: SelectOptions): Select {
  const select = base(plan, options, null);
  return limit === null ? select : { ...select, limit, offset: byOffset };
}

/**
 * The statements for a page of a list that is paged by cursor. Their rows follow each other; the second statement reads
 * what the first leaves of the limit. A limited page that ends at a position is read backwards. If cursors are
 * returned, their values are the last columns, and one more row than the limit is read if there is one.
 */
export function selectPage(
  plan: NodePlan,
  cursor: PlannedCursor,
  limit: number | null,
  options: SelectOptions,
): readonly [Select, ...Select[]] {
  const select = base(plan, options, null);
  const order = select.order as readonly Order[];
  const ends = cursor.returned ? order.map(({ by }): Expression => ({ type: 'place', of: by })) : [];
  const page = {
    ...select,
    columns: [...select.columns, ...ends],
    limit: cursor.returned && limit !== null ? limit + 1 : limit,
  };
  if (cursor.direction === null) return [limit === null ? page : { ...page, offset: byOffset }];
  const seen = cursor.direction === 'before' ? order.map(reversed) : order;
  const [first, ...more] = beyond(seen, cursor.nulls, options.rowValues);
  const all = { ...page, where: and([page.where, or([first, ...more].map((segment) => segment?.where ?? null))]) };
  if (limit === null || !first) return [all];
  const within = (segment: Segment): Select => ({ ...page, ...segment, where: and([page.where, segment.where]) });
  return [within(first), ...more.map(within)];
}

const OPPOSITE = { first: 'last', last: 'first' } as const;

/** Nulls that sort as smaller than everything else still do so. */
function reversed(order: Order): Order {
  const { nulls, descending } = order;
  return { ...order, descending: !descending, nulls: nulls === 'first' || nulls === 'last' ? OPPOSITE[nulls] : nulls };
}

/** The statement that reads the rows whose `tie` is one of the binding's keys. */
export function selectRelated(plan: NodePlan, tie: Field, options: SelectOptions): Select {
  return base(plan, options, (alias) => ({ type: 'inKeys', left: column(tie, alias), kind: tie.kind ?? 'text' }));
}

/** The statement that returns a row for each row whose `tie` is one of the binding's keys, at most `most` rows. */
export function selectTied({ collection }: NodePlan, tie: Field, most: number): Select {
  const alias = new Aliases().take();
  const where: Expression = { type: 'inKeys', left: column(tie, alias), kind: tie.kind ?? 'text' };
  return selectFrom(collection.name, [], { alias, where, limit: most });
}

/** The statement that counts the rows of a collection. */
export function selectCount(collection: Collection, where: Predicate | null): Select {
  const aliases = new Aliases();
  const alias = aliases.take();
  const condition = where && lower(where, alias, aliases, collection);
  const counted =
    where && condition && !isAboutStatus(where, collection)
      ? withoutStatusIndex(condition, { collection, where, order: [] })
      : condition;
  return selectFrom(collection.name, [{ type: 'count' }], { alias, where: counted });
}

/** The statement that counts the rows of each value of a field. */
export function selectCountBy(collection: Collection, field: Field, where: Predicate | null): Select {
  const select = selectCount(collection, where);
  const value = column(field, select.alias);
  return { ...select, columns: [value, ...select.columns], group: [value] };
}

function base(plan: NodePlan, options: SelectOptions, tie: ((alias: string) => Expression) | null): Select {
  const aliases = new Aliases();
  const alias = aliases.take();
  const { collection } = plan;
  const condition = plan.where && lower(plan.where, alias, aliases, collection);
  const listed =
    plan.where && condition && !isListOfStatus(plan)
      ? withoutStatusIndex(condition, { ...plan, where: plan.where })
      : condition;
  const where = and([tie?.(alias) ?? null, listed]);
  const columns = plan.columns.map(({ field, access }) =>
    field === collection.status?.field
      ? column(field, alias)
      : readExactly(field, guarded(field, access, collection, alias)),
  );
  return selectFrom(collection.name, columns, { alias, where, order: ordering(plan, alias, options) });
}

/** Reads keys with fractions of a second exactly, because drivers leave the fractions out. */
const readExactly = (field: Field, of: Expression): Expression => (isExactMoment(field) ? { type: 'place', of } : of);

/**
 * The column where the caller may see it, otherwise null. The decoder handles the status field itself, because hiding
 * depends on it.
 */
export function guarded(field: Field, access: FieldAccess, collection: Collection, alias: string): Expression {
  const value = column(field, alias);
  if (access.kind === 'self') {
    const self: Expression = {
      type: 'compare',
      sign: '=',
      left: column(primaryKeyOf(collection), alias),
      right: CALLER,
    };
    return { type: 'when', condition: self, value };
  }
  const status = collection.status?.field;
  if (access.kind !== 'statuses' || !status) return value;
  const hiding = access.hiddenIn.map((name) => fixed(name, status.kind ?? 'text'));
  return { type: 'when', condition: { type: 'in', left: column(status, alias), of: hiding, negated: true }, value };
}

const RANDOMLY: Order = { by: { type: 'random' }, descending: false, nulls: 'none', text: false };

function ordering({ order, collection }: NodePlan, alias: string, { nullsLast }: SelectOptions): readonly Order[] {
  const terms = 'sorted' in order ? order.sorted : order;
  const sorted = terms.map((term) => toOrder(term, collection, alias, nullsLast));
  return 'sorted' in order ? [...sorted, RANDOMLY] : sorted;
}

function toOrder(
  { field, access, descending }: PlannedOrder,
  collection: Collection,
  alias: string,
  nullsLast: boolean,
): Order {
  const nullable = field.column?.nullable ?? true;
  const hidden = access.kind === 'self' || access.kind === 'statuses';
  const text = (field.kind === 'text' || field.kind === 'choice') && field.column?.collation === undefined;
  return {
    by: guarded(field, access, collection, alias),
    descending,
    nulls: nullsLast && nullable ? 'last' : nullable || hidden ? null : 'none',
    text,
  };
}

/** The statement that returns those of the binding's keys whose rows match. */
export function selectKeysAmong(collection: Collection, key: Field, where: Predicate): Select {
  const select = selectCount(collection, where);
  const value = column(key, select.alias);
  const among: Expression = { type: 'inKeys', left: value, kind: key.kind ?? 'text' };
  return { ...select, columns: [readExactly(key, value)], where: and([among, select.where]) };
}

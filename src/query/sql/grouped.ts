import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { sortsAsText } from '../../schema/table-index.ts';
import type { GroupedPlan, GroupOrder, PlannedHop, PlannedKey } from '../plan/grouped.ts';
import { Aliases, column } from './columns.ts';
import { kindOf } from './kind-of.ts';
import { and, columnOfRows, type Expression, type GroupedSelect, type Order, selectFrom } from './nodes.ts';
import { lower } from './predicate.ts';
import { guarded } from './select.ts';
import { isAboutStatus, withoutStatusIndex } from './without-status-index.ts';

/** The statement that reads groups, at most `limit`, starting at the binding's offset. */
export function selectGroups(plan: GroupedPlan, limit: number, nullsLast: boolean): GroupedSelect {
  const aliases = new Aliases();
  const alias = aliases.take();
  const { collection, where, keys } = plan;
  const condition = where && lower(where, alias, aliases, collection);
  const listed =
    where && condition && !isAboutStatus(where, collection)
      ? withoutStatusIndex(condition, { collection, where, order: [] })
      : condition;
  const rows = new Columns();
  const ofKeys = keys.map((key) =>
    rows.place(placeOf(key), key.field, valueAt(key, key.hops, collection, alias, aliases)),
  );
  const operands = plan.aggregates.map(({ of }) =>
    of ? rows.place(of.field.name, of.field, guarded(of.field, of.access, collection, alias)) : null,
  );
  const select = selectFrom(collection.name, rows.columns, { alias, where: listed });
  const { computed, group, operand } = computedOf(plan, ofKeys, operands);
  const columns = plan.aggregates.map(({ function: name }, index): Expression => {
    const of = operands[index];
    const { field } = plan.aggregates[index]?.of ?? {};
    if (!of || !field) return { type: 'count' };
    return {
      type: 'aggregate',
      function: name,
      of: name === 'countDistinct' ? asShown(field, operand(of)) : operand(of),
    };
  });
  const order = plan.order.map((term) => toOrder(plan, term, term.by === 'key' ? group : columns, nullsLast));
  return { rows: select, computed, columns: [...group, ...columns], group, order, limit };
}

/** The columns that the innermost select reads, each once. */
class Columns {
  readonly columns: Expression[] = [];
  readonly #places = new Map<string, Expression>();

  /** The column of the rows that holds a value of a field; null where the field is hidden. */
  place(name: string, field: Field, value: Expression): Expression {
    const known = this.#places.get(name);
    if (known) return known;
    const placed = columnOfRows(this.columns.length, column(field, ''), kindOf(value));
    this.columns.push(value);
    this.#places.set(name, placed);
    return placed;
  }
}

const placeOf = ({ hops, field }: PlannedKey): string => [...hops.map((hop) => hop.field.name), field.name].join('.');

/** A field of the row or of a related item where the caller may see it, otherwise null. */
function valueAt(
  key: PlannedKey,
  [hop, ...rest]: readonly PlannedHop[],
  parent: Collection,
  alias: string,
  aliases: Aliases,
): Expression {
  if (!hop) return guarded(key.field, key.access, parent, alias);
  const inner = aliases.take();
  const tie: Expression = {
    type: 'compare',
    sign: '=',
    left: column(primaryKeyOf(hop.collection), inner),
    right: guarded(hop.field, hop.access, parent, alias),
  };
  const where = and([tie, hop.where && lower(hop.where, inner, aliases, hop.collection)]);
  const value = valueAt(key, rest, hop.collection, inner, aliases);
  return { type: 'scalar', select: selectFrom(hop.collection.name, [value], { alias: inner, where }) };
}

interface Computed {
  readonly computed: readonly Expression[] | null;
  /** The columns of the keys. */
  readonly group: readonly Expression[];
  /** The column that holds the same value as a column of the rows. */
  operand(of: Expression): Expression;
}

/** Parts of dates, and booleans as numbers, are computed before the rows are grouped. */
function computedOf(
  plan: GroupedPlan,
  ofKeys: readonly Expression[],
  operands: readonly (Expression | null)[],
): Computed {
  const values = plan.keys.map((key, index) => keyValue(plan, key, ofKeys[index] as Expression));
  if (values.every((value) => value.type === 'column')) return { computed: null, group: values, operand: (of) => of };
  const kept = [...new Set(operands.filter((each) => each !== null))];
  const at = (place: number, like: Expression): Expression => columnOfRows(place, like, kindOf(like));
  return {
    computed: [...values, ...kept],
    group: values.map((value, place) => at(place, value)),
    operand: (of) => at(values.length + kept.indexOf(of), of),
  };
}

function keyValue({ offsets }: GroupedPlan, { field, part }: PlannedKey, of: Expression): Expression {
  if (part) return { type: 'part', part, of, offsets: field.kind === 'datetime' ? offsets : [] };
  return field.type.name === 'boolean' ? { type: 'truth', of } : asShown(field, of);
}

const asShown = ({ column }: Field, of: Expression): Expression =>
  column?.fraction === undefined ? of : { type: 'shown', of };

function toOrder(
  { keys, aggregates }: GroupedPlan,
  { by, index, descending }: GroupOrder,
  columns: readonly Expression[],
  nullsLast: boolean,
): Order {
  const key = by === 'key' ? keys[index] : undefined;
  const isCount = by === 'aggregate' && aggregates[index]?.function.startsWith('count') === true;
  const text = key?.part === null && (!key.field.column || sortsAsText(key.field.column));
  return { by: columns[index] as Expression, descending, nulls: isCount ? 'none' : nullsLast ? 'last' : null, text };
}

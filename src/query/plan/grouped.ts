import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf } from '../../schema/schema.ts';
import type { ZoneOffset } from '../../shared/zone-offsets.ts';
import type { AggregateFunction, DatePart, Grouping, GroupKey, Query, SortTerm } from '../ast.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import { stepsOf } from './dotted-names.ts';
import { checkAggregated, checkGrouped, checkPart } from './groupable.ts';
import { all } from './join.ts';
import type { Predicate } from './plan.ts';
import { planConditions, planRows } from './rows.ts';
import { relatedRows, rowsOfStatus } from './visibility.ts';

/** A to-one relation in the path to a field. */
export interface PlannedHop {
  readonly field: Field;
  readonly access: FieldAccess;
  readonly collection: Collection;
  /** The items that the caller may see; for all others, the field counts as null. */
  readonly where: Predicate | null;
}

/** What rows are grouped by. */
export interface PlannedKey {
  readonly name: string;
  readonly hops: readonly PlannedHop[];
  readonly field: Field;
  readonly access: FieldAccess;
  readonly part: DatePart | null;
}

export interface PlannedAggregate {
  readonly function: AggregateFunction;
  /** As requested: the field's name, or `*`. */
  readonly name: string;
  /** Null for all rows. */
  readonly of: { readonly field: Field; readonly access: FieldAccess } | null;
}

export interface GroupOrder {
  readonly by: 'key' | 'aggregate';
  readonly index: number;
  readonly descending: boolean;
}

/** A read of groups, which takes one statement. */
export interface GroupedPlan {
  readonly collection: Collection;
  readonly where: Predicate | null;
  readonly keys: readonly PlannedKey[];
  readonly aggregates: readonly PlannedAggregate[];
  /** Contains all keys, so that no two groups are equal in it. */
  readonly order: readonly GroupOrder[];
  /** The offsets of the time zone in which parts of moments are computed. */
  readonly offsets: readonly ZoneOffset[];
}

const ROWS = '*';

/**
 * Plans a read of groups: resolves names and applies the caller's policy, as for a list. Hidden fields count as null.
 * Errors 12, 202, 215, 300, in the order of a list: filter, permission, then grouping.
 */
export function planGroups(
  context: PlanContext,
  collection: Collection,
  query: Query & { readonly grouping: Grouping },
  offsets: readonly ZoneOffset[],
): GroupedPlan {
  const filter = planConditions(context, collection, query);
  const { where } = planRows(context, collection, query, filter);
  const keys = query.grouping.keys.map((key) => planKey(context, collection, key));
  const aggregates = query.grouping.aggregates.map(({ function: name, field }) => ({
    function: name,
    name: field,
    of: field === ROWS ? rowsOf(name) : planOperand(context, collection, name, field),
  }));
  return { collection, where, keys, aggregates, order: planOrder(query.sort, keys, aggregates), offsets };
}

function rowsOf(name: AggregateFunction): null {
  if (name === 'count') return null;
  throw unprocessable(`aggregate[${name}] takes a field: only count takes *`);
}

function planOperand(context: PlanContext, collection: Collection, name: AggregateFunction, path: string) {
  const shown = comparedField(context, collection, path);
  checkAggregated(shown.field, name);
  return shown;
}

function planKey(context: PlanContext, collection: Collection, { name, path, part }: GroupKey): PlannedKey {
  const hops: PlannedHop[] = [];
  let current = collection;
  let [step = '', ...rest] = stepsOf(collection, path);
  while (rest.length > 0) {
    const hop = planHop(context, current, step, name);
    hops.push(hop);
    current = hop.collection;
    [step = '', ...rest] = stepsOf(current, rest);
  }
  const { field, access } = comparedField(context, current, step);
  checkGrouped(field, name);
  if (part) checkPart(field, part);
  return { name, hops, field, access, part };
}

function planHop(context: PlanContext, parent: Collection, step: string, name: string): PlannedHop {
  const { field, access } = comparedField(context, parent, step);
  const { relation } = field;
  if (relation?.kind !== 'm2o')
    throw unprocessable(
      `groupBy "${name}" follows "${step}", which does not refer to one item: group by a field of the collection, or of an item that it refers to`,
    );
  const collection = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(collection.name).allows('read'))
    throw new ApiError('relatedDataDenied', { field: step });
  const where = all([relatedRows(context, relation), rowsOfStatus(collection, null)]);
  return { field, access, collection, where };
}

function comparedField(context: PlanContext, collection: Collection, name: string) {
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('invalidField', { field: name, collection: collection.name });
  const access = accessTo(context, field);
  if (!isCompared(access)) throw new ApiError('relatedDataDenied', { field: name });
  return { field, access };
}

/** The requested order, with the order of the keys as the tie-break. */
function planOrder(
  terms: readonly SortTerm[],
  keys: readonly PlannedKey[],
  aggregates: readonly PlannedAggregate[],
): readonly GroupOrder[] {
  const asked = terms.map((term) => planTerm(term, keys, aggregates));
  const rest = keys.flatMap((_, index): GroupOrder[] =>
    asked.some(({ by, index: other }) => by === 'key' && other === index)
      ? []
      : [{ by: 'key', index, descending: false }],
  );
  return [...asked, ...rest];
}

function planTerm(
  { token, field, descending }: SortTerm,
  keys: readonly PlannedKey[],
  aggregates: readonly PlannedAggregate[],
): GroupOrder {
  const key = keys.findIndex(({ name }) => name === field);
  if (key >= 0) return { by: 'key', index: key, descending };
  const names = aggregates.map(nameInSort);
  const wanted = field === 'count' ? `count.${ROWS}` : field;
  const aggregate = names.indexOf(wanted);
  if (aggregate >= 0) return { by: 'aggregate', index: aggregate, descending };
  const known = [...keys.map(({ name }) => name), ...names].join(', ');
  throw unprocessable(
    `Groups have no order "${token.slice(0, 60)}": sort by what is grouped by or computed, which is ${known}`,
  );
}

const nameInSort = ({ function: of, name }: PlannedAggregate): string => `${of}.${name}`;

import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { SortTerm } from '../ast.ts';
import type { PlanContext } from './context.ts';
import type { PlannedOrder } from './plan.ts';

const always = { kind: 'always' } as const;
const ascending = (field: Field): PlannedOrder => ({ field, access: always, descending: false });

/** The order of a list that asks for none: the sort field, then the primary key. */
export function planDefaultOrder(collection: Collection): PlannedOrder[] {
  return [collection.sort, collection.primaryKey].flatMap((field) => (field ? [ascending(field)] : []));
}

/** The order of a list; the primary key always decides at last. (Facts of items and queries, section 1.4.) */
export function planOrder(
  context: PlanContext,
  collection: Collection,
  terms: readonly SortTerm[],
): readonly PlannedOrder[] | 'random' {
  if (terms.length === 0) return planDefaultOrder(collection);
  if (terms.some(({ random }) => random)) return 'random';
  const order = terms.map((term) => planTerm(context, collection, term));
  const { primaryKey } = collection;
  const ends = primaryKey === null || order.some(({ field }) => field === primaryKey);
  return ends ? order : [...order, ascending(primaryKey)];
}

function planTerm(
  { policy }: PlanContext,
  collection: Collection,
  { token, field: name, descending }: SortTerm,
): PlannedOrder {
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('invalidField', { field: token, collection: collection.name });
  if (!field.column) throw new ApiError('sortByAlias', { field: name });
  const access = policy.collection(collection.name).readable(name);
  if (access.kind === 'never' || access.kind === 'self') throw new ApiError('relatedDataDenied', { field: name });
  return { field, access, descending };
}

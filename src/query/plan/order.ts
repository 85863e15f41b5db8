import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { SortTerm } from '../ast.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import type { PlannedOrder, Shuffled } from './plan.ts';

const always = { kind: 'always' } as const;
const ascending = (field: Field): PlannedOrder => ({ field, access: always, descending: false });
/** Collections in which the key breaks ties between equal timestamps, descending if the newest come first. */
const CHRONICLES: ReadonlySet<string> = new Set(['directus_activity']);

/** The default order of a list: the sort field if the caller may see it, then the primary key. */
export function planDefaultOrder(context: PlanContext, { sort, primaryKey }: Collection): PlannedOrder[] {
  const access = sort && accessTo(context, sort);
  const first = sort && access && isCompared(access) ? [{ field: sort, access, descending: false }] : [];
  return primaryKey ? [...first, ascending(primaryKey)] : first;
}

/** The order of a list; the primary key always breaks ties. (Contract, Q-60 to Q-67.) */
export function planOrder(
  context: PlanContext,
  collection: Collection,
  terms: readonly SortTerm[],
): readonly PlannedOrder[] | Shuffled {
  if (terms.length === 0) return planDefaultOrder(context, collection);
  const order = terms.flatMap((term) => (term.random ? [] : [planTerm(context, collection, term)]));
  const shuffled = terms.findIndex(({ random }) => random);
  if (shuffled >= 0) return { sorted: order.slice(0, shuffled) };
  const { primaryKey } = collection;
  const ends = primaryKey === null || order.some(({ field }) => field === primaryKey);
  const descending = CHRONICLES.has(collection.name) && (order.at(-1)?.descending ?? false);
  return ends ? order : [...order, { ...ascending(primaryKey), descending }];
}

function planTerm(
  context: PlanContext,
  collection: Collection,
  { token, field: name, ...term }: SortTerm,
): PlannedOrder {
  const named = collection.byName.get(name);
  // The minus may be part of the name.
  const field = named ?? collection.byName.get(token);
  const descending = named !== undefined && term.descending;
  if (!field) throw new ApiError('invalidField', { field: token, collection: collection.name });
  if (!field.column) throw new ApiError('sortByAlias', { field: name });
  const access = accessTo(context, field);
  if (!isCompared(access)) throw new ApiError('relatedDataDenied', { field: name });
  return { field, access, descending };
}

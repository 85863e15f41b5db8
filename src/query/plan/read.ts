import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Condition, Query } from '../ast.ts';
import type { PlanContext } from './context.ts';
import { FieldPlanner } from './fields.ts';
import { planFilter } from './filter.ts';
import { planOrder } from './order.ts';
import type { Predicate, ReadPlan } from './plan.ts';
import { planSearch } from './search.ts';
import { all, permittedRows, rowsOfStatus } from './visibility.ts';

/**
 * Plans a read of one collection: names are resolved, the caller's policy is woven in. Errors come in the contract's
 * order: filter and sort, then permission, then fields.
 */
export function planRead(context: PlanContext, collection: Collection, query: Query): ReadPlan {
  const filter = planFilter(context, collection, query.conditions);
  const order = planOrder(context, collection, query.sort);
  if (!context.policy.collection(collection.name).allows('read'))
    throw new ApiError('readDenied', { collection: collection.name });
  const restriction = all(query.restriction.map((condition) => planRestriction(collection, condition)));
  const anyStatus = all([permittedRows(context, collection, 'read'), restriction]);
  const search = query.search === null ? null : planSearch(context, collection);
  const where = all([anyStatus, rowsOfStatus(collection, query.statuses), filter, search]);
  const planner = new FieldPlanner(context, query.languages);
  const root = { ...planner.plan(collection, query.fields, []), where, order };
  return { root, anyStatus, visible: all([anyStatus, rowsOfStatus(collection, null)]), denied: planner.denied };
}

function planRestriction(collection: Collection, condition: Condition): Predicate {
  const name = condition.path[0] ?? '';
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('fieldNotFound', { field: name });
  return { type: 'condition', field, condition };
}

import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Query } from '../ast.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import { planCursor } from './cursor.ts';
import { FieldPlanner } from './fields.ts';
import { planFilter } from './filter.ts';
import { planOrder } from './order.ts';
import type { Predicate, ReadPlan } from './plan.ts';
import { planSearch } from './search.ts';
import { shortest } from './simplify.ts';
import { versionColumns, withColumns } from './version.ts';
import { all, permittedRows, rowsOfAskedStatus, rowsOfStatus, rowsRevealing } from './visibility.ts';
import { planUnguarded, planWhere } from './where.ts';

/**
 * Plans a read of one collection: resolves names and applies the caller's policy. Errors come in the contract's order:
 * filter and sort, then permission, then fields.
 */
export function planRead(context: PlanContext, collection: Collection, query: Query): ReadPlan {
  const conditions = planFilter(context, collection, query.conditions);
  const filter = all([conditions, query.where ? planWhere(context, collection, query.where) : null]);
  const order = planOrder(context, collection, query.sort);
  if (!context.policy.collection(collection.name).allows('read'))
    throw new ApiError('readDenied', { collection: collection.name });
  const restriction = all(query.restriction.map((condition) => planUnguarded(collection, condition)));
  const anyStatus = all([permittedRows(context, collection, 'read'), restriction]);
  const search = query.search === null ? null : planSearch(context, collection);
  const where = shortest([anyStatus, rowsOfAskedStatus(context, collection, query.statuses), filter, search]);
  const cursor = planCursor(context, collection, query, order);
  const planner = new FieldPlanner(context, query.languages);
  const shown = planner.plan(collection, query.fields, []);
  const version = query.versioned ? versionColumns(context, collection) : [];
  const root = { ...shown, columns: withColumns(shown.columns, version), where, order };
  return {
    root,
    cursor,
    byStatus: planStatusCount(context, collection, anyStatus),
    visible: shortest([anyStatus, rowsOfStatus(collection, null)]),
    version,
    denied: planner.denied,
  };
}

/** Rows are counted by status if the caller may see the status. */
function planStatusCount(
  context: PlanContext,
  collection: Collection,
  anyStatus: Predicate | null,
): ReadPlan['byStatus'] {
  const field = collection.status?.field;
  if (!field || !isCompared(accessTo(context, field))) return null;
  return { field, where: shortest([anyStatus, rowsRevealing(context, collection, field)]) };
}

import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Query } from '../ast.ts';
import type { PlanContext } from './context.ts';
import { planFilter } from './filter.ts';
import { all } from './join.ts';
import type { Predicate } from './plan.ts';
import { planSearch } from './search.ts';
import { shortest } from './simplify.ts';
import { permittedRows, rowsOfAskedStatus } from './visibility.ts';
import { planUnguarded, planWhere } from './where.ts';

/** The conditions of a query, on fields that the caller may compare; null for none. Errors 202, 215. */
export function planConditions(context: PlanContext, collection: Collection, query: Query): Predicate | null {
  const conditions = planFilter(context, collection, query.conditions);
  return all([conditions, query.where ? planWhere(context, collection, query.where) : null]);
}

/**
 * The rows that a query requests and its caller may read, and the same rows with any status that the query does not
 * restrict. Error 300 if the caller may read none.
 */
export function planRows(
  context: PlanContext,
  collection: Collection,
  query: Query,
  filter: Predicate | null,
): { readonly anyStatus: Predicate | null; readonly where: Predicate | null } {
  if (!context.policy.collection(collection.name).allows('read'))
    throw new ApiError('readDenied', { collection: collection.name });
  const restriction = all(query.restriction.map((condition) => planUnguarded(collection, condition)));
  const anyStatus = all([permittedRows(context, collection, 'read'), restriction]);
  const search = query.search === null ? null : planSearch(context, collection, query.searchForm);
  const where = shortest([anyStatus, rowsOfAskedStatus(context, collection, query.statuses), filter, search]);
  return { anyStatus, where };
}

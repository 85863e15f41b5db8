import { unprocessable } from '../../errors/unprocessable.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Query } from '../ast.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import { planCursor } from './cursor.ts';
import { FieldPlanner } from './fields.ts';
import { planOrder } from './order.ts';
import type { Predicate, ReadPlan } from './plan.ts';
import { planConditions, planRows } from './rows.ts';
import { shortest } from './simplify.ts';
import { versionColumns, withColumns } from './version.ts';
import { rowsOfStatus, rowsRevealing } from './visibility.ts';

/**
 * Plans a read of one collection: resolves names and applies the caller's policy. Errors come in the contract's order:
 * filter and sort, then permission, then fields.
 */
export function planRead(context: PlanContext, collection: Collection, query: Query): ReadPlan {
  if (query.grouping) throw unprocessable('This list has no groups: leave out aggregate and groupBy');
  const filter = planConditions(context, collection, query);
  const order = planOrder(context, collection, query.sort);
  const { anyStatus, where } = planRows(context, collection, query, filter);
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

import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Condition, Where } from '../ast.ts';
import type { PlanContext } from './context.ts';
import { planCondition } from './filter.ts';
import type { Predicate } from './plan.ts';

type PlanLeaf = (collection: Collection, condition: Condition) => Predicate;

/** Plans joined conditions, each on a field that the caller may compare. Errors 202, 215. */
export function planWhere(context: PlanContext, collection: Collection, where: Where): Predicate {
  return plan(collection, where, (current, condition) => planCondition(context, current, condition, condition.path));
}

function plan(collection: Collection, where: Where, leaf: PlanLeaf): Predicate {
  switch (where.type) {
    case 'and':
    case 'or':
      return { type: where.type, of: where.of.map((part) => plan(collection, part, leaf)) };
    case 'not':
      return { type: 'not', of: plan(collection, where.of, leaf) };
    case 'condition':
      return leaf(collection, where.condition);
    case 'constant':
      return where;
    case 'sameKey':
      return planSameKey(where);
  }
}

/** Internal tables have no permissions; the code that makes the query is responsible. */
function planSameKey({ table, of }: Extract<Where, { type: 'sameKey' }>): Predicate {
  return { type: 'sameKey', collection: table, key: primaryKeyOf(table), where: plan(table, of, planUnguarded) };
}

/** Plans a condition on a field without checking permissions. Error 202. */
export const planUnguarded: PlanLeaf = (collection, condition) => {
  const name = condition.path[0] ?? '';
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('fieldNotFound', { field: name });
  return { type: 'condition', field, condition };
};

import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Condition, Where } from '../ast.ts';
import type { PlanContext } from './context.ts';
import { planCondition } from './filter.ts';
import type { Predicate } from './plan.ts';

type PlanLeaf = (collection: Collection, condition: Condition) => Predicate;

/** The predicate of joined conditions, each as far as the caller may look at what it compares. Errors 202, 215. */
export function planWhere(context: PlanContext, collection: Collection, where: Where): Predicate {
  return plan(collection, where, (here, condition) => planCondition(context, here, condition, condition.path));
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

/** Own tables have no permissions: who asks for them decides who may. */
function planSameKey({ table, of }: Extract<Where, { type: 'sameKey' }>): Predicate {
  return { type: 'sameKey', collection: table, key: primaryKeyOf(table), where: plan(table, of, planUnguarded) };
}

/** A condition on a field itself, whoever asks. Error 202. */
export const planUnguarded: PlanLeaf = (collection, condition) => {
  const name = condition.path[0] ?? '';
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('fieldNotFound', { field: name });
  return { type: 'condition', field, condition };
};

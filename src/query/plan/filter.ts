import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import type { Condition } from '../ast.ts';
import { operatorNamed } from '../operators.ts';
import type { PlanContext } from './context.ts';
import { stepsOf } from './dotted-names.ts';
import { all, joinConditions } from './join.ts';
import type { Predicate, ToMany } from './plan.ts';
import { NAMING, rowsWithText } from './search.ts';
import { relatedRows, rowsRevealing } from './visibility.ts';

/** Plans the joined conditions of a filter; null for none. Errors 202, 215. */
export function planFilter(
  context: PlanContext,
  collection: Collection,
  conditions: readonly Condition[],
): Predicate | null {
  return joinConditions(conditions, (condition) => planCondition(context, collection, condition, condition.path));
}

/** Plans one condition on a field that the caller may compare. Errors 202, 215. */
export function planCondition(
  context: PlanContext,
  collection: Collection,
  condition: Condition,
  path: readonly string[],
): Predicate {
  const [name = '', ...rest] = stepsOf(collection, path);
  const field = fieldAt(collection, name, condition);
  const revealing = rowsRevealing(context, collection, field);
  if (rest.length === 0)
    return all([onField(context, collection, field, condition), revealing]) ?? field_(field, condition);
  const { relation } = field;
  if (!relation) throw new ApiError('fieldNotFound', { field: name, collection: collection.name });
  const related = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(related.name).allows('read'))
    throw new ApiError('relatedDataDenied', { field: rest[0] ?? '' });
  const where = all([planCondition(context, related, condition, rest), relatedRows(context, relation)]);
  const exists: Predicate = { type: 'related', field, relation, collection: related, where, negated: false };
  return all([exists, revealing]) ?? exists;
}

const field_ = (field: Field, condition: Condition): Predicate => ({ type: 'condition', field, condition });

function fieldAt(collection: Collection, name: string, condition: Condition): Field {
  const field = collection.byName.get(name);
  if (field && (field.column || field.type.toMany)) return field;
  if (condition.path.length > 1) throw new ApiError('fieldNotFound', { field: name, collection: collection.name });
  throw new ApiError('invalidField', { field: name, collection: collection.name });
}

function onField(context: PlanContext, collection: Collection, field: Field, condition: Condition): Predicate {
  const { relation } = field;
  const { family } = condition.operator;
  if (relation?.kind === 'o2m') return onToMany(context, field, relation, condition);
  if (family === 'relation' || field.column === null) {
    throw new ApiError('invalidField', { field: field.name, collection: collection.name });
  }
  if (relation?.kind === 'm2o' && family === 'pattern') return onRelatedText(context, field, relation, condition);
  return field_(field, condition);
}

/**
 * `contains` and similar operators on a many-to-one field search the texts of the related item. Just as null fulfils no
 * negation, neither does an item without a related one.
 */
function onRelatedText(context: PlanContext, field: Field, relation: FieldRelation, condition: Condition): Predicate {
  const collection = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(collection.name).allows('read'))
    throw new ApiError('relatedDataDenied', { field: field.name });
  const operator = operatorNamed(condition.operator.wildcards ? 'rlike' : 'contains');
  const texts = rowsWithText(context, collection, (text) => field_(text, { ...condition, operator }), NAMING);
  const seen = relatedRows(context, relation);
  const exists: Predicate = { type: 'related', field, relation, collection, where: seen, negated: false };
  const withText: Predicate = { ...exists, where: all([{ type: 'or', of: texts }, seen]) };
  return condition.operator.negated ? { type: 'and', of: [exists, { ...withText, negated: true }] } : withText;
}

function onToMany(context: PlanContext, field: Field, relation: ToMany, condition: Condition): Predicate {
  const collection = collectionOf(context.schema, relation.collection);
  const readable = context.policy.collection(collection.name).allows('read');
  if (!readable) throw new ApiError('relatedDataDenied', { field: field.name });
  const where = relatedRows(context, relation);
  const { name, family, negated = false } = condition.operator;
  if (name === 'has' || name === 'nhas') return { type: 'atLeast', relation, collection, where, condition, negated };
  const absent = family === 'presence' || family === 'emptiness';
  if (absent) return { type: 'related', field, relation, collection, where, negated: !negated };
  const key = farKey(collection, relation);
  const seen = all([where, rowsRevealing(context, collection, key)]);
  if (name === 'all') return { type: 'relatedToAll', relation, collection, where: seen, key, condition };
  return { type: 'related', field, relation, collection, where: all([field_(key, condition), seen]), negated: false };
}

/**
 * The key by which a to-many field identifies its items: the key at the far side of a junction, otherwise that of the
 * items themselves.
 */
function farKey(collection: Collection, relation: ToMany): Field {
  const far = relation.junctionField === null ? undefined : collection.byName.get(relation.junctionField);
  return far ?? primaryKeyOf(collection);
}

import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf } from '../../schema/schema.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import type { Predicate } from './plan.ts';
import { all, relatedRows, rowsRevealing } from './visibility.ts';

const SEARCHED: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'uuid', 'slug']);

/** The columns of a collection that `q` looks at: texts and numbers that the caller may read. */
function searchedFields(context: PlanContext, { fields }: Collection): Field[] {
  return fields.filter(
    (field) => field.column && SEARCHED.has(field.type.name) && isCompared(accessTo(context, field)),
  );
}

/** Rows of a collection that have a text, as `test` says, in one of the columns that `q` looks at. */
export function rowsWithText(
  context: PlanContext,
  collection: Collection,
  test: (field: Field) => Predicate,
): Predicate[] {
  return searchedFields(context, collection).flatMap(
    (field) => all([test(field), rowsRevealing(context, collection, field)]) ?? [],
  );
}

const search = (field: Field): Predicate => ({ type: 'search', field });

/** Rows in which `q` occurs, in their own columns or in those of to-many items; null where nothing can be searched. */
export function planSearch(context: PlanContext, collection: Collection): Predicate | null {
  const own = rowsWithText(context, collection, search);
  const related = collection.fields.flatMap((field) => searchRelated(context, collection, field));
  const alternatives = [...own, ...related];
  return alternatives.length > 0 ? { type: 'or', of: alternatives } : null;
}

function searchRelated(context: PlanContext, here: Collection, field: Field): Predicate[] {
  const { relation } = field;
  if (relation?.kind !== 'o2m' || !isCompared(accessTo(context, field))) return [];
  const related = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(related.name).allows('read')) return [];
  const texts = rowsWithText(context, related, search);
  if (texts.length === 0) return [];
  const where = all([{ type: 'or', of: texts }, relatedRows(context, relation)]);
  const found: Predicate = { type: 'related', field, relation, collection: related, where, negated: false };
  return [all([found, rowsRevealing(context, here, field)]) ?? found];
}

import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf } from '../../schema/schema.ts';
import type { PlanContext } from './context.ts';
import type { Predicate } from './plan.ts';
import { all, permittedRows, rowsRevealing } from './visibility.ts';

const SEARCHED: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'uuid', 'slug']);

/** The columns of a collection that `q` looks at: texts and numbers that the caller may read. */
export function searchedFields({ policy }: PlanContext, collection: Collection): Field[] {
  const rules = policy.collection(collection.name);
  return collection.fields.filter((field) => {
    const access = rules.readable(field.name).kind;
    return field.column && SEARCHED.has(field.type.name) && (access === 'always' || access === 'statuses');
  });
}

/** Rows in which `q` occurs, in their own columns or in those of to-many items; null where nothing can be searched. */
export function planSearch(context: PlanContext, collection: Collection): Predicate | null {
  const own = searchedFields(context, collection).flatMap((field) => searchField(context, collection, field));
  const related = collection.fields.flatMap((field) => searchRelated(context, field));
  const alternatives = [...own, ...related];
  return alternatives.length > 0 ? { type: 'or', of: alternatives } : null;
}

function searchField(context: PlanContext, collection: Collection, field: Field): Predicate[] {
  const found = all([{ type: 'search', field }, rowsRevealing(collection, field, context)]);
  return found ? [found] : [];
}

function searchRelated(context: PlanContext, field: Field): Predicate[] {
  const { relation } = field;
  if (relation?.kind !== 'o2m') return [];
  const related = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(related.name).allows('read')) return [];
  const texts = searchedFields(context, related).flatMap((text) => searchField(context, related, text));
  if (texts.length === 0) return [];
  const where = all([{ type: 'or', of: texts }, permittedRows(context, related, 'read')]);
  return [{ type: 'related', field, relation, collection: related, where, negated: false }];
}

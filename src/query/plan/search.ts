import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isSecretColumn } from '../../schema/system/secrets.ts';
import type { TextForm } from '../text-form.ts';
import { accessTo, isCompared } from './access.ts';
import type { PlanContext } from './context.ts';
import { all } from './join.ts';
import type { Predicate } from './plan.ts';
import { relatedRows, rowsRevealing } from './visibility.ts';

/** Types whose values usually identify an item. */
export const NAMING: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'uuid', 'slug']);
/** Types whose values appear to people as they are stored, as text or number. */
const SEARCHED: ReadonlySet<string> = new Set([
  ...NAMING,
  'status',
  'lang',
  'sort',
  'array',
  'json',
  'date',
  'time',
  'datetime',
  'datetime_created',
  'datetime_updated',
]);
/** The columns of these types that the caller may read. */
function searchedFields(context: PlanContext, { fields }: Collection, types: ReadonlySet<string>): Field[] {
  return fields.filter(
    (field) =>
      field.column &&
      types.has(field.type.name) &&
      !isSecretColumn(field.collection, field.name) &&
      isCompared(accessTo(context, field)),
  );
}

/** The rows of a collection with a column of one of these types that passes `test`. */
export function rowsWithText(
  context: PlanContext,
  collection: Collection,
  test: (field: Field) => Predicate,
  types: ReadonlySet<string> = SEARCHED,
): Predicate[] {
  return searchedFields(context, collection, types).flatMap(
    (field) => all([test(field), rowsRevealing(context, collection, field)]) ?? [],
  );
}

const searching =
  (form: TextForm) =>
  (field: Field): Predicate => ({ type: 'search', field, form });

/** The rows that contain `q` in their own columns or in those of to-many items; null if nothing can be searched. */
export function planSearch(context: PlanContext, collection: Collection, form: TextForm): Predicate | null {
  const search = searching(form);
  const own = rowsWithText(context, collection, search);
  const related = collection.fields.flatMap((field) => searchRelated(context, collection, field, search));
  const alternatives = [...own, ...related];
  return alternatives.length > 0 ? { type: 'or', of: alternatives } : null;
}

function searchRelated(
  context: PlanContext,
  parent: Collection,
  field: Field,
  search: (field: Field) => Predicate,
): Predicate[] {
  const { relation } = field;
  if (relation?.kind !== 'o2m' || !isCompared(accessTo(context, field))) return [];
  const related = collectionOf(context.schema, relation.collection);
  if (!context.policy.collection(related.name).allows('read')) return [];
  const texts = rowsWithText(context, related, search);
  if (texts.length === 0) return [];
  const where = all([{ type: 'or', of: texts }, relatedRows(context, relation)]);
  const found: Predicate = { type: 'related', field, relation, collection: related, where, negated: false };
  return [all([found, rowsRevealing(context, parent, field)]) ?? found];
}

import type { Collection } from '../../schema/collection.ts';
import { collectionOf } from '../../schema/schema.ts';
import { secretRows } from '../../schema/system/secrets.ts';
import type { Condition } from '../ast.ts';
import { operatorNamed } from '../operators.ts';
import type { PlanContext } from './context.ts';
import type { Predicate } from './plan.ts';

/** Collections whose rows show items of others, with the columns that name these. */
const RECORDS: Readonly<Record<string, { readonly collection: string; readonly item: string }>> = {
  directus_revisions: { collection: 'collection', item: 'item' },
};

/**
 * The rows of a collection that show nothing of items but of those that the caller may read; null for all of them.
 * `permitted` says which items of a collection these are, in the same way.
 */
export function rowsOfReadable(
  context: PlanContext,
  { name, byName }: Collection,
  permitted: (collection: Collection) => Predicate | null,
): Predicate | null {
  const [of, item] = [byName.get(RECORDS[name]?.collection ?? ''), byName.get(RECORDS[name]?.item ?? '')];
  if (context.policy.admin || !of || !item) return null;
  const whole: string[] = [];
  const some: Predicate[] = [];
  for (const each of [...context.schema.collections.keys()].filter((other) => isShown(context, other))) {
    const collection = collectionOf(context.schema, each);
    const where = permitted(collection);
    const named: Predicate = { type: 'status', field: of, statuses: [each], negated: false };
    if (where === null) whole.push(each);
    else if (collection.primaryKey)
      some.push({ type: 'and', of: [named, { type: 'namesItem', field: item, collection, where }] });
  }
  return { type: 'or', of: [{ type: 'status', field: of, statuses: whole, negated: false }, ...some] };
}

/** Records have no records. */
const isShown = ({ policy }: PlanContext, name: string): boolean =>
  !RECORDS[name] && policy.collection(name).allows('read');

/** The rows of a collection that hold no secret, for whoever is no administrator; null for all of them. */
export function rowsWithoutSecret({ policy }: PlanContext, { name, byName }: Collection): Predicate | null {
  const rows = secretRows[name];
  const [column, value] = [byName.get(rows?.column ?? ''), byName.get(rows?.value ?? '')];
  if (policy.admin || !rows || !column || !value) return null;
  const empty: Condition = { path: [value.name], operator: operatorNamed('empty'), first: 0, count: 0, or: false };
  const another: Predicate = { type: 'status', field: column, statuses: rows.names, negated: true };
  return { type: 'or', of: [another, { type: 'condition', field: value, condition: empty }] };
}

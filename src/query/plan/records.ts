import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf } from '../../schema/schema.ts';
import { secretRows } from '../../schema/system/secrets.ts';
import { systemTables } from '../../schema/system/tables.ts';
import { named } from '../../shared/named.ts';
import type { Condition } from '../ast.ts';
import { operatorNamed } from '../operators.ts';
import type { PlanContext } from './context.ts';
import type { Predicate } from './plan.ts';

/** The columns by which a row refers to an item of another collection. */
interface RecordColumns {
  readonly collection: string;
  readonly item: string;
  /** The columns that say who did it and which action it was, if the collection records more than changes of items. */
  readonly deed?: { readonly by: string; readonly action: string };
}

/** Collections whose rows refer to items of others. */
const RECORDS = named<RecordColumns>({
  directus_revisions: { collection: 'collection', item: 'item' },
  directus_activity: { collection: 'collection', item: 'item', deed: { by: 'action_by', action: 'action' } },
});

/**
 * The rows of a collection that refer only to items that the caller may read; null for all rows. `permitted` returns
 * the readable items of a collection in the same form.
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
  const deeds = openDeeds({ name, byName }, of);
  return { type: 'or', of: [{ type: 'status', field: of, statuses: whole, negated: false }, ...deeds, ...some] };
}

const SYSTEM = systemTables.map(({ name }) => name);

/**
 * The caller's own actions and actions on the service itself, such as logins. Comments are not among them: they are as
 * visible as the items that they are about. (Contract, L-22.)
 */
function openDeeds({ name, byName }: Pick<Collection, 'name' | 'byName'>, of: Field): Predicate[] {
  const { deed } = RECORDS[name] ?? {};
  const [by, action] = [byName.get(deed?.by ?? ''), byName.get(deed?.action ?? '')];
  if (!by || !action) return [];
  const inService: Predicate = { type: 'status', field: of, statuses: SYSTEM, negated: false };
  const unspoken: Predicate = { type: 'status', field: action, statuses: ['comment'], negated: true };
  const own: Predicate = { type: 'owner', field: by, level: 'mine' };
  return [own, inService].map((deeds) => ({ type: 'and', of: [deeds, unspoken] }));
}

/** Whether an item's records may be shown. Records themselves have no records. */
const isShown = ({ policy }: PlanContext, name: string): boolean =>
  !RECORDS[name] && policy.collection(name).allows('read');

/** The rows of a collection that hold no secret, for callers who are not administrators; null for all rows. */
export function rowsWithoutSecret({ policy }: PlanContext, { name, byName }: Collection): Predicate | null {
  const rows = secretRows[name];
  const [column, value] = [byName.get(rows?.column ?? ''), byName.get(rows?.value ?? '')];
  if (policy.admin || !rows || !column || !value) return null;
  const empty: Condition = { path: [value.name], operator: operatorNamed('empty'), first: 0, count: 0, or: false };
  const another: Predicate = { type: 'status', field: column, statuses: rows.names, negated: true };
  return { type: 'or', of: [another, { type: 'condition', field: value, condition: empty }] };
}

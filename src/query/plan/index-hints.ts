import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { hasParts, isIndexable, isIndexed, sortsAsText, textIndexOver } from '../../schema/table-index.ts';
import type { NodePlan, Predicate } from './plan.ts';
import { foreignKeyOf } from './related.ts';
import { isNegated, isWordInTypedColumn, searchedForm } from './searched-form.ts';

/** A field whose index, or text index, would spare a read from scanning a table. */
export interface IndexHint {
  readonly collection: string;
  readonly field: string;
  readonly text?: true;
}

/** The kinds of indexes that an engine supports. */
interface Possible {
  readonly indexForms: readonly string[];
  readonly textIndexes: 'none' | 'counted' | 'all';
}

/** The parts of a list's plan that indexes depend on. */
type ListPlan = Pick<NodePlan, 'collection' | 'where' | 'order' | 'relations'>;

const MAX_HINTS = 3;

/** The indexes that would help a read on large tables. */
export function indexHints(plan: { readonly root: ListPlan }, possible: Possible): readonly IndexHint[] {
  const fields = [...ofList(plan.root, possible.indexForms.includes('sort')), ...ofRelations(plan.root)];
  const hints = fields.map(({ collection, name }): [string, IndexHint] => [
    `${collection}.${name}`,
    { collection, field: name },
  ]);
  return [...new Map(hints).values(), ...ofTexts(plan.root, possible)].slice(0, MAX_HINTS);
}

/** The missing text indexes because of which a search scans the table; none if it would do so even with them. */
function ofTexts({ collection, where }: ListPlan, { textIndexes }: Possible): IndexHint[] {
  const isCounted = collection.primaryKey?.column?.autoIncrement === true;
  if (textIndexes === 'none' || (textIndexes === 'counted' && !isCounted)) return [];
  const conditions = where ? conditionsOf(where) : [];
  if (conditions.some((part) => isFound(part, collection))) return [];
  const missing = conditions.map((part) => missingTexts(part, collection)).filter((fields) => fields !== null);
  const [few = []] = missing.sort((one, other) => one.length - other.length);
  return few.map(({ name }) => ({ collection: collection.name, field: name, text: true }));
}

/** The fields that need a text index so that an index can find a condition's rows; null if none can. */
function missingTexts(part: Predicate, collection: Collection): readonly Field[] | null {
  if (part.type === 'and')
    return (
      conditionsOf(part)
        .map((each) => missingTexts(each, collection))
        .find((found) => found !== null) ?? null
    );
  if (part.type === 'or') return allOf(part.of.map((each) => missingTexts(each, collection)));
  if ((part.type !== 'search' && part.type !== 'condition') || searchedForm(part) === 'short') return null;
  const { column } = part.field;
  if (!column || isNegated(part)) return null;
  if (isWordInTypedColumn(part)) return [];
  if (!hasParts(column)) return null;
  return textIndexOver(collection.table, column.name) ? [] : [part.field];
}

function allOf(found: readonly (readonly Field[] | null)[]): readonly Field[] | null {
  const known = found.filter((fields) => fields !== null);
  return known.length < found.length ? null : known.flat();
}

function ofList({ collection, where, order }: ListPlan, textOrder: boolean): Field[] {
  const conditions = where ? conditionsOf(where) : [];
  if (conditions.some((part) => isFound(part, collection))) return [];
  const lists = conditions.flatMap((part) => foreignKeys(part));
  const sought = conditions.flatMap((part) => (part.type === 'condition' && isSought(part) ? [part.field] : []));
  const first = 'sorted' in order ? undefined : order[0]?.field;
  if (isServedTogether(collection, conditions, first)) return [];
  const isSorted = first && first !== collection.primaryKey && !isIndexed(collection.table, first.name);
  const sorted = isSorted && (textOrder || !first.column || !sortsAsText(first.column)) ? [first] : [];
  return [...lists, ...[...sought, ...sorted].filter((field) => isWanted(field, collection)).slice(0, 1)];
}

/** The conjuncts of a condition. */
function conditionsOf(where: Predicate): readonly Predicate[] {
  return where.type === 'and' ? where.of.flatMap(conditionsOf) : [where];
}

/** Whether an index finds the rows that fulfil a condition. */
function isFound(part: Predicate, collection: Collection): boolean {
  if (part.type === 'or')
    return part.of.length > 0 && part.of.every((each) => conditionsOf(each).some((one) => isFound(one, collection)));
  return (
    part.type === 'condition' &&
    isSought(part) &&
    part.field !== collection.status?.field &&
    isIndexed(collection.table, part.field.name)
  );
}

/** Whether an index over several columns finds the requested rows, or has them in the order of the list. */
function isServedTogether({ table }: Collection, conditions: readonly Predicate[], first?: Field): boolean {
  const sought = new Set(conditions.flatMap(soughtIn));
  return (table.indexes ?? []).some(
    ({ plain, columns: [lead = '', next = ''] }) =>
      plain && sought.has(lead) && (sought.has(next) || first?.name === next),
  );
}

function soughtIn(part: Predicate): string[] {
  if (part.type === 'status') return [part.field.name];
  return part.type === 'condition' && isSought(part) ? [part.field.name] : [];
}

/** Whether a condition tests for a value, some values or a range. */
function isSought({ condition: { operator } }: Extract<Predicate, { type: 'condition' }>): boolean {
  if (operator.negated) return false;
  return (
    operator.family === 'list' ||
    operator.family === 'range' ||
    (operator.family === 'compare' && operator.sign !== '<>')
  );
}

/** Statuses and booleans have too few distinct values for an index to be selective. */
function isWanted({ name, column, type }: Field, { table, status }: Collection): boolean {
  if (!column || column.primaryKey || name === status?.field.name || type.name === 'boolean') return false;
  return isIndexable([column]) && !isIndexed(table, name);
}

function foreignKeys(part: Predicate): Field[] {
  if (part.type !== 'related' && part.type !== 'atLeast' && part.type !== 'relatedToAll') return [];
  const { relation, collection } = part;
  if (relation.kind === 'm2o') return [];
  const key = foreignKeyOf(relation, collection);
  return isWanted(key, collection) ? [key] : [];
}

function ofRelations({ relations }: Pick<NodePlan, 'relations'>): Field[] {
  return relations.flatMap(({ node, relation }) => {
    if (!node) return [];
    const key = relation.kind === 'o2m' ? foreignKeyOf(relation, node.collection) : null;
    return [...(key && isWanted(key, node.collection) ? [key] : []), ...ofRelations(node)];
  });
}

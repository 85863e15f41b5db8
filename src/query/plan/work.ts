import type { Collection } from '../../schema/collection.ts';
import { NUMERIC } from '../../schema/datatypes.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { Condition } from '../ast.ts';
import type { GroupedPlan, PlannedKey } from './grouped.ts';
import type { NodePlan, Predicate } from './plan.ts';
import { foreignKeyOf, isLookedUpOnce, type Related } from './related.ts';

/** How a table is scanned: `weight` units of work for each of its rows. */
export interface Scan {
  readonly table: string;
  readonly weight: number;
}

/** The work of a condition: per tested row, and on other tables. */
interface Work {
  readonly each: number;
  readonly scans: readonly Scan[];
}

/** Units of work; one is the cost of reading a row in memory. */
const COMPARING = 1;
const MATCHING_TEXT = 4;
/** Texts of unlimited length can be long. */
const MATCHING_LONG_TEXT = 40;
const FINDING_A_ROW = 10;
const SORTING = 3;
/** The cost of looking up the offset of a time zone and computing a part of a date. */
const TAKING_APART = 10;
const VALUES_PER_UNIT = 10;
/** How often a list without an index is assumed to be read again. */
const AGAIN = 1_000;
const SHORT_TEXT = 1_000;
/** Upper bounds of cheap conditions, in units of work per row. */
const CHEAP = { thousands: 25, hundreds: 200 } as const;
const NOTHING: Work = { each: 0, scans: [] };

/** The scans that find the rows of a list in their order. */
export function scansOfList(plan: NodePlan): readonly Scan[] {
  const { collection, where, order } = plan;
  const [first] = 'sorted' in order ? [] : order;
  const ordered = first !== undefined && (first.field === collection.primaryKey || isFound(collection, first.field));
  if (!ordered) return scansOfSorted(plan);
  return where ? scansOf(collection, where) : [];
}

/** The scans that find the rows of a list and sort them. */
export function scansOfSorted({ collection, where }: NodePlan): readonly Scan[] {
  return scansOf(collection, where, SORTING);
}

/** The scans that find the rows fulfilling a condition, with `more` additional units per row. */
export function scansOf(collection: Collection, where: Predicate | null, more = 0): readonly Scan[] {
  const { each, scans } = where ? workOf(where, collection) : NOTHING;
  const narrowed = where !== null && isNarrow(where, collection);
  return narrowed ? scans : [...scans, { table: collection.name, weight: 1 + each + more }];
}

/** The scans that read groups. */
export function scansOfGroups({ collection, where, keys, aggregates }: GroupedPlan): readonly Scan[] {
  const works = keys.map((key) => workOfKey(key));
  const { each, scans } = sum(works);
  return [...scansOf(collection, where, SORTING + each + aggregates.length * COMPARING), ...scans];
}

function workOfKey({ hops, part }: PlannedKey): Work {
  const found = hops.map(({ collection, where }): Work => {
    const { each, scans } = where ? workOf(where, collection) : NOTHING;
    return { each: FINDING_A_ROW + each, scans };
  });
  return sum([...found, { each: part ? TAKING_APART : COMPARING, scans: [] }]);
}

/** The scans that find the rows related to others. */
export function scansOfRelated({ collection, where }: NodePlan, relation: FieldRelation): readonly Scan[] {
  const { each, scans } = where ? workOf(where, collection) : NOTHING;
  if (relation.kind === 'm2o' || isFound(collection, foreignKeyOf(relation, collection))) return scans;
  return [...scans, { table: collection.name, weight: 1 + each }];
}

/** The sum of the units of some scans, regardless of table sizes. */
export function unitsOf(scans: readonly Scan[]): number {
  return scans.reduce((sum, { weight }) => sum + weight, 0);
}

/** Whether only few rows can fulfil a condition, and an index finds them. */
function isNarrow(predicate: Predicate, collection: Collection): boolean {
  return isEqualityOf(predicate, (field) => field === collection.primaryKey || field.column?.unique === true);
}

/** Whether an index finds the rows that fulfil a condition; they are few if the column has many distinct values. */
export function isSelective(predicate: Predicate, collection: Collection): boolean {
  const { status } = collection;
  const hasManyValues = (field: Field): boolean => field !== status?.field && field.type.name !== 'boolean';
  return isEqualityOf(predicate, (field) => hasManyValues(field) && isFound(collection, field));
}

/** Whether a condition restricts such a field to one of a list of values. */
function isEqualityOf(predicate: Predicate, such: (field: Field) => boolean): boolean {
  if (predicate.type === 'and') return predicate.of.some((part) => isEqualityOf(part, such));
  if (predicate.type === 'or') return predicate.of.every((part) => isEqualityOf(part, such));
  if (predicate.type !== 'condition') return false;
  const { field, condition } = predicate;
  const { family, sign, negated } = condition.operator;
  const isEquality = (family === 'compare' && sign === '=') || (family === 'list' && !negated);
  return isEquality && such(field);
}

/** Whether a condition can be tested on thousands, or on hundreds, of rows at once, without reading other tables. */
export function isCheap(predicate: Predicate, collection: Collection, rows: 'thousands' | 'hundreds'): boolean {
  const { each, scans } = workOf(predicate, collection);
  return each <= CHEAP[rows] && scans.length === 0;
}

const isFound = ({ table }: Collection, { name }: Field): boolean => isIndexed(table, name);

function workOf(predicate: Predicate, collection: Collection): Work {
  switch (predicate.type) {
    case 'and':
    case 'or':
      return sum(predicate.of.map((part) => workOf(part, collection)));
    case 'not':
      return workOf(predicate.of, collection);
    case 'condition':
      return { each: comparing(predicate.field, predicate.condition), scans: [] };
    case 'search':
      return { each: matching(predicate.field), scans: [] };
    case 'sameKey':
      return { each: COMPARING, scans: scansOf(predicate.collection, predicate.where) };
    case 'namesItem':
      return onNamed(predicate);
    case 'related':
    case 'atLeast':
    case 'relatedToAll':
      return onRelated(predicate, collection);
    default:
      return { each: COMPARING, scans: [] };
  }
}

function onNamed({ collection, where }: Extract<Predicate, { type: 'namesItem' }>): Work {
  const { each, scans } = workOf(where, collection);
  return { each: FINDING_A_ROW + each, scans };
}

function sum(works: readonly Work[]): Work {
  return {
    each: works.reduce((total, { each }) => total + each, 0),
    scans: works.flatMap(({ scans }) => scans),
  };
}

/** A to-one relation costs one row per row of the collection that has it; the rows of lists are each read once. */
function onRelated(predicate: Related, parent: Collection): Work {
  const { relation, collection, where } = predicate;
  const inner = where ? workOf(where, collection) : NOTHING;
  if (predicate.type === 'related' && isLookedUpOnce(predicate, parent))
    return { each: COMPARING, scans: [...inner.scans, { table: collection.name, weight: 1 + inner.each }] };
  if (relation.kind === 'm2o') return { each: FINDING_A_ROW + inner.each, scans: inner.scans };
  const times = predicate.type === 'relatedToAll' ? predicate.condition.count : 1;
  const again = isFound(collection, foreignKeyOf(relation, collection)) ? 1 : AGAIN;
  const weight = (1 + COMPARING + inner.each) * times * again;
  return { each: FINDING_A_ROW * times, scans: [...inner.scans, { table: collection.name, weight }] };
}

function comparing(field: Field, { operator, count }: Condition): number {
  if (operator.family === 'pattern') return matching(field);
  return COMPARING + count / VALUES_PER_UNIT;
}

function matching({ kind, column }: Field): number {
  if (kind && NUMERIC.has(kind)) return MATCHING_TEXT;
  const length = Number(column?.arguments ?? Number.POSITIVE_INFINITY);
  return length <= SHORT_TEXT ? MATCHING_TEXT : MATCHING_LONG_TEXT;
}

import type { Field } from '../../schema/field.ts';
import { sortsAsText } from '../../schema/table-index.ts';
import { all } from './join.ts';
import type { Predicate } from './plan.ts';

type Statuses = Extract<Predicate, { type: 'status' }>;
type Joined = Extract<Predicate, { type: 'and' | 'or' }>;

/**
 * A shorter condition for the same rows: lists of values of a field are merged, and conditions that follow from others
 * are omitted. An index can serve one list of values, but hardly two that overlap. Valid only for selecting rows; its
 * negation may differ for nulls.
 */
function simplified(predicate: Predicate): Predicate {
  if (predicate.type !== 'and' && predicate.type !== 'or') return predicate;
  const of = merged(flattened(predicate), predicate.type);
  const kept =
    predicate.type === 'and' ? of.filter((part) => !of.some((other) => other !== part && implies(other, part))) : of;
  return kept.length === 1 && kept[0] ? kept[0] : { type: predicate.type, of: kept };
}

/** Joins the predicates by AND, simplified; null if there is none. */
export function shortest(predicates: readonly (Predicate | null)[]): Predicate | null {
  const joined = all(predicates);
  return joined && simplified(joined);
}

/** The parts of a condition, simplified, with nested levels of the same kind flattened. */
function flattened({ type, of }: Joined): readonly Predicate[] {
  return of.map(simplified).flatMap((part) => (part.type === type ? part.of : [part]));
}

/** Merges lists of values of the same field, to their intersection or their union. */
function merged(parts: readonly Predicate[], type: Joined['type']): readonly Predicate[] {
  const lists = new Map<Field, Statuses>();
  for (const part of parts) {
    if (!isExact(part)) continue;
    const before = lists.get(part.field);
    lists.set(part.field, before ? { ...part, statuses: joined(before, part, type) } : part);
  }
  return [...lists.values(), ...parts.filter((part) => !isExact(part))];
}

function joined(one: Statuses, other: Statuses, type: Joined['type']): readonly string[] {
  if (type === 'or') return [...new Set([...one.statuses, ...other.statuses])];
  return one.statuses.filter((each) => other.statuses.includes(each));
}

/** Whether values are equal only if their texts are: some collations ignore case, or trailing spaces. */
function isExact(predicate: Predicate): predicate is Statuses {
  if (predicate.type !== 'status' || predicate.negated) return false;
  const { field, statuses } = predicate;
  return field.column !== null && sortsAsText(field.column) && statuses.every((text) => !text.endsWith(' '));
}

/** Whether every row that fulfils `one` also fulfils `other`, as far as lists of values show. */
function implies(one: Predicate, other: Predicate): boolean {
  if (!isExact(other)) return false;
  if (one.type === 'or') return one.of.every((part) => implies(part, other));
  if (one.type === 'and') return one.of.some((part) => implies(part, other));
  return isExact(one) && one.field === other.field && one.statuses.every((each) => other.statuses.includes(each));
}

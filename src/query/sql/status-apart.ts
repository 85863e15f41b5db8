import type { Collection } from '../../schema/collection.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { NodePlan, Predicate } from '../plan/plan.ts';
import type { Expression } from './nodes.ts';

/** What a statement asks of a collection. */
interface Asked {
  readonly collection: Collection;
  readonly where: Predicate;
  readonly order: NodePlan['order'];
}

/**
 * A condition that does not make the engine read an index of the status. Most items have the same status, and which of
 * them a caller may see is part of every condition: a planner without statistics would look up nearly all rows, in the
 * order of that index, instead of reading the table or another index. An index over the status and what is asked for
 * besides is used.
 */
export function statusApart(condition: Expression, asked: Asked): Expression {
  const { status, table } = asked.collection;
  if (!status || !isIndexed(table, status.field.name) || isServed(asked, status.field.name)) return condition;
  return apart(condition, status.field.name);
}

function isServed({ collection: { table }, where, order }: Asked, status: string): boolean {
  const [first] = 'sorted' in order ? [] : order;
  const names = new Set([...comparedIn(where), ...(first ? [first.field.name] : [])]);
  return (table.indexes ?? []).some(
    ({ plain, columns: [lead, next] }) => plain && lead === status && next !== undefined && names.has(next),
  );
}

function comparedIn(where: Predicate): readonly string[] {
  if (where.type === 'and') return where.of.flatMap(comparedIn);
  return where.type === 'condition' && where.condition.operator.family !== 'pattern' ? [where.field.name] : [];
}

function apart(where: Expression, status: string): Expression {
  if (where.type === 'and' || where.type === 'or') return { ...where, of: where.of.map((part) => apart(part, status)) };
  if (where.type !== 'compare' && where.type !== 'in') return where;
  const isStatus = where.left.type === 'column' && where.left.name === status;
  return isStatus ? { ...where, left: { type: 'unindexed', of: where.left } } : where;
}

/** Whether a condition is about the status alone, so that an index of it holds all that is needed to count. */
export function isAboutStatus(where: Predicate, { status }: Collection): boolean {
  const isStatus = (part: Predicate): boolean => {
    if (part.type === 'and' || part.type === 'or') return part.of.every(isStatus);
    return (part.type === 'status' || part.type === 'condition') && part.field === status?.field;
  };
  return isStatus(where);
}

/** Whether a list is asked for by status alone, and in the order of the key, which an index of the status has as well. */
export function isListOfStatus({ where, order, collection }: NodePlan): boolean {
  const isAsked = (part: Predicate): boolean =>
    part.type === 'condition' || (part.type === 'and' && part.of.some(isAsked));
  const isByKey = !('sorted' in order) && order[0]?.field === collection.primaryKey;
  return where !== null && isByKey && isAsked(where) && isAboutStatus(where, collection);
}

import type { Collection } from '../../schema/collection.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { NodePlan, Predicate } from '../plan/plan.ts';
import type { Expression } from './nodes.ts';

/** The parts of a statement that decide whether an index of the status helps. */
interface Asked {
  readonly collection: Collection;
  readonly where: Predicate;
  readonly order: NodePlan['order'];
}

/**
 * A condition that does not make the engine use an index of the status. Most items have the same status, and every
 * condition includes the statuses that the caller may see. So a planner without statistics would look up nearly all
 * rows in the order of that index, instead of scanning the table or using another index. An index over the status and
 * other requested columns is still used.
 */
export function withoutStatusIndex(condition: Expression, asked: Asked): Expression {
  const { status, table } = asked.collection;
  if (!status || !isIndexed(table, status.field.name) || isServed(asked, status.field.name)) return condition;
  return unindexed(condition, status.field.name);
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

function unindexed(where: Expression, status: string): Expression {
  if (where.type === 'and' || where.type === 'or')
    return { ...where, of: where.of.map((part) => unindexed(part, status)) };
  if (where.type !== 'compare' && where.type !== 'in') return where;
  const isStatus = where.left.type === 'column' && where.left.name === status;
  return isStatus ? { ...where, left: { type: 'unindexed', of: where.left } } : where;
}

/** Whether a condition is about the status alone, so that an index of it is sufficient for counting. */
export function isAboutStatus(where: Predicate, { status }: Collection): boolean {
  const isStatus = (part: Predicate): boolean => {
    if (part.type === 'and' || part.type === 'or') return part.of.every(isStatus);
    return (part.type === 'status' || part.type === 'condition') && part.field === status?.field;
  };
  return isStatus(where);
}

/**
 * Whether a list is selected by status alone and sorted by the key, because an index of the status has the same order.
 */
export function isListOfStatus({ where, order, collection }: NodePlan): boolean {
  const isAsked = (part: Predicate): boolean =>
    part.type === 'condition' || (part.type === 'and' && part.of.some(isAsked));
  const isByKey = !('sorted' in order) && order[0]?.field === collection.primaryKey;
  return where !== null && isByKey && isAsked(where) && isAboutStatus(where, collection);
}

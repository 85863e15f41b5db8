import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Query } from '../ast.ts';
import { type Position, signatureOf } from '../cursor.ts';
import { accessTo } from './access.ts';
import type { PlanContext } from './context.ts';
import type { NodePlan, PlannedCursor, PlannedOrder } from './plan.ts';

/**
 * Plans where a list starts and whether it returns cursors; null if cursors are not used. A cursor contains the key: a
 * caller who may not see keys is refused with error 215. Error 12 if the list has no positions.
 */
export function planCursor(
  context: PlanContext,
  collection: Collection,
  { position, meta, offset, page }: Query,
  order: NodePlan['order'],
): PlannedCursor | null {
  const returned = meta?.has('cursor') ?? false;
  if (!position && !returned) return null;
  if ('sorted' in order) throw unprocessable('A list in random order cannot be paged by cursor: sort by fields');
  if (position && (offset !== null || page !== null))
    throw unprocessable('A cursor already says where the list begins: leave out offset and page');
  const key = primaryKeyOf(collection);
  if (accessTo(context, key).kind !== 'always') throw new ApiError('relatedDataDenied', { field: key.name });
  const enumerated = order.find(({ field: { kind, column } }) => kind === 'choice' && column?.collation !== undefined);
  if (enumerated) throw unprocessable(`A list sorted by "${enumerated.field.name}" cannot be paged by cursor`);
  const signature = signatureOf(collection.name, order);
  if (position && !isPlaceOf(position, signature, order, key))
    throw unprocessable(
      'The cursor is not one of this collection in this order: take it from meta.cursor of the same list',
    );
  return { signature, returned, direction: position?.direction ?? null, nulls: position?.values.map(isNull) ?? [] };
}

function isPlaceOf(position: Position, signature: string, order: readonly PlannedOrder[], key: Field): boolean {
  const { values } = position;
  const ofKey = values[order.findIndex(({ field }) => field === key)];
  return position.signature === signature && values.length === order.length && ofKey !== null;
}

const isNull = (value: unknown): boolean => value === null;

/** The part of the start position that a plan depends on; not its values. */
export function cursorShape({ position, meta, offset, page }: Query): string {
  const returned = meta?.has('cursor') ?? false;
  if (!position) return returned ? 'returned' : '';
  const { direction, signature, values } = position;
  const refusals = offset !== null || page !== null;
  return JSON.stringify([returned, direction, signature, values.map(isNull), refusals]);
}

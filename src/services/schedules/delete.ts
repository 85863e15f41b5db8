import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { type Schedule, scheduleRows, unchangedSchedule } from '../../persistence/schedules.ts';
import { committed } from '../../persistence/source.ts';
import { visibleItem } from '../items/visible.ts';
import { requireChange, type StatusChange } from './change-status.ts';
import { findSchedule } from './find.ts';

/**
 * Deletes a schedule: the caller's own, or one for an item whose status the caller could change in the same way. A
 * schedule for an item that the caller may not see counts as missing. Errors 203, 302 and others of a write.
 */
export async function deleteSchedule(context: Context, id: string): Promise<void> {
  const { store, caller } = context;
  const schedule = await findSchedule(store, store.database, id);
  const collection = store.catalog.schema.collections.get(schedule.collection);
  const { policy } = store.catalog;
  const isSeen =
    collection &&
    policy(caller).collection(collection.name).allows('update') &&
    (await visibleItem(committed(context), collection, schedule.item));
  if (!collection || !isSeen) throw new ApiError('scheduleNotFound', { id });
  if (schedule.owner.id !== userIdOf(caller)) await requireChange(context, () => changeOf(context, schedule));
  await remove(context, schedule);
}

const changeOf = (context: Context, schedule: Schedule): StatusChange => ({
  ...schedule,
  collection: presentCollection(context, schedule.collection),
});

/** A server may just have taken the schedule; then it is carried out or refused, and not deleted. */
async function remove({ store }: Context, schedule: Schedule): Promise<void> {
  const count = await scheduleRows(store).delete(store.database, unchangedSchedule(schedule));
  if (count === 0) throw new ApiError('databaseBusy');
}

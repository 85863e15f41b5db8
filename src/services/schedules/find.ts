import type { Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Schedule, scheduleRows, toSchedule } from '../../persistence/schedules.ts';
import type { StoreView } from '../../persistence/store.ts';
import { schedules } from '../../schema/internal/schedules.ts';

/** The schedule with an id, without checking the caller's rights. Error 203. */
export async function findSchedule(store: StoreView, reader: Reader, id: string): Promise<Schedule> {
  const isThere = /^\d{1,9}$/.test(id) && store.catalog.internalTables.has(schedules.name);
  const [row] = isThere ? await scheduleRows(store).find(reader, [['id', '=', Number(id)]], 'id', 1) : [];
  if (!row) throw new ApiError('scheduleNotFound', { id });
  return toSchedule(row);
}

import { invalid } from '../../errors/violations.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { SCHEDULE_STATES, type Schedule, scheduleRows, toSchedule } from '../../persistence/schedules.ts';
import { committed } from '../../persistence/source.ts';
import { schedules } from '../../schema/internal/schedules.ts';
import { groupBy } from '../../shared/group-by.ts';
import { visibleKeys } from '../items/visible.ts';
import { type ShownSchedule, showSchedule } from './show.ts';

/** Selects schedules to list. */
interface SchedulesWanted {
  readonly collection: string | undefined;
  readonly item: string | undefined;
  readonly state: string | undefined;
}

/** The list shows what comes next, so a longer one is not useful. */
const MAX_ROWS = 200;

/** Lists the schedules for items that the caller may change, the next one first. Error 4. */
export async function listSchedules(context: Context, wanted: SchedulesWanted): Promise<ShownSchedule[]> {
  const { store } = context;
  const where = conditionsOf(wanted);
  if (!store.catalog.internalTables.has(schedules.name)) return [];
  const found = (await scheduleRows(store).find(store.database, where, ['at', 'id'], MAX_ROWS)).map(toSchedule);
  const seen = await Promise.all(
    [...groupBy(found, ({ collection }) => collection)].map(([name, rows]) => changeable(context, name, rows)),
  );
  const ids = new Set(seen.flat().map(({ id }) => id));
  return found.filter(({ id }) => ids.has(id)).map(showSchedule);
}

function conditionsOf({ collection, item, state }: SchedulesWanted): Condition[] {
  if (state !== undefined && !SCHEDULE_STATES.some((known) => known === state))
    throw invalid('state', `one of ${SCHEDULE_STATES.join(', ')}`);
  return Object.entries({ collection, item, state }).flatMap(([name, value]): Condition[] =>
    value === undefined ? [] : [[name, '=', value]],
  );
}

/**
 * Of the schedules in a collection, those whose items the caller may see, if the caller may change any items there. A
 * schedule shows which status its item will have: of fields that the caller may not read, only what the caller has
 * asked for.
 */
async function changeable(context: Context, name: string, rows: readonly Schedule[]): Promise<readonly Schedule[]> {
  const { schema, policy } = context.store.catalog;
  const collection = schema.collections.get(name);
  const rights = policy(context.caller).collection(name);
  if (!collection || !rights.allows('update')) return [];
  const seen = await visibleKeys(committed(context), collection, [...new Set(rows.map(({ item }) => item))]);
  const status = collection.status?.field.name;
  const isShown = status !== undefined && rights.readable(status).kind === 'always';
  return rows.filter(({ item, owner }) => seen.has(item) && (isShown || owner.id === userIdOf(context.caller)));
}

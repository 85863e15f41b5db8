import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { JobOwner } from '../../persistence/jobs/job.ts';
import { createOnce } from '../../persistence/once.ts';
import { readOutlines } from '../../persistence/read/whole.ts';
import { ofItem, putSchedule, scheduleRows } from '../../persistence/schedules.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';
import { schedules } from '../../schema/internal/schedules.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { ownerOf } from '../auth/owner.ts';
import { requireChange } from './change-status.ts';
import { findSchedule } from './find.ts';
import { type ShownSchedule, showSchedule } from './show.ts';
import { type SentSchedule, type WantedChange, wantedChange } from './wanted.ts';

/** The maximum number of pending schedules per user. */
const MAX_OF_USER = 1000;

/**
 * Schedules a change of an item's status, replacing a schedule with the same action. The caller must be able to make
 * the change now. Errors 108, 200, 4, 203, 302, 303, 305, 10 and others of a write.
 */
export async function createSchedule(context: Context, sent: SentSchedule): Promise<ShownSchedule> {
  const { store, now } = context;
  const wanted = (): WantedChange => wantedChange(store.catalog.schema, sent, now);
  wanted();
  const owner = await ownerOf(context);
  if (owner === null) throw new ApiError('notAuthenticated');
  const permitted = (): Promise<void> => requireChange(context, wanted);
  await permitted();
  await store.internalTable(schedules);
  return createOnce(context, {
    begin: inTransaction,
    write: async (tx) => ({ written: await insert(tx, wanted(), owner) }),
    answer: async ({ reader }, id: number) => showSchedule(await findSchedule(store, reader, String(id))),
    permitted,
  });
}

async function insert(tx: Transaction, wanted: WantedChange, owner: JobOwner): Promise<number> {
  const { context, connection, changes } = tx;
  const { action, status, at } = wanted;
  const collection = wanted.collection.name;
  const item = await shownKey(tx, wanted.collection, wanted.item);
  await requireRoom(tx, owner, [collection, item]);
  const { store, client, write, now } = context;
  const origin = { comment: write.comment, ip: client.ip, userAgent: client.userAgent, created: now.getTime() };
  const id = await putSchedule(store, connection, { collection, item, action, status, at, owner, ...origin });
  changes.add({ kind: 'rows', collection: schedules.name });
  return id;
}

/** The key as answers show it, under which the changes and the deletion of the item look for schedules. Error 203. */
async function shownKey(tx: Transaction, collection: Collection, id: string): Promise<string> {
  const [item] = (await readOutlines(tx, collection, [id])).values();
  if (!item) throw new ApiError('itemWithIdNotFound', { id });
  return asText(item[primaryKeyOf(collection).name]);
}

/** Replacing a schedule of the same item is always possible, since an item has at most two. */
async function requireRoom(
  { context, connection }: Transaction,
  owner: JobOwner,
  [collection, item]: readonly [string, string],
): Promise<void> {
  const rows = scheduleRows(context.store);
  if ((await rows.count(connection, ofItem(collection, item))) > 0) return;
  if ((await rows.count(connection, [['user', '=', owner.id]])) >= MAX_OF_USER)
    throw new ApiError('schedulesExhausted', { limit: MAX_OF_USER });
}

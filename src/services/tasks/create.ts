import { ApiError } from '../../errors/api-error.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { createOnce } from '../../persistence/once.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { ofItem } from '../../persistence/schedules.ts';
import { addTask, enqueueNews, type NewTask, OPEN, type Somebody, taskRows } from '../../persistence/tasks.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { tasks } from '../../schema/internal/tasks.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { ownerOf } from '../auth/owner.ts';
import { visibleItem } from '../items/visible.ts';
import { requireReaders } from './asked.ts';
import { note } from './note.ts';
import { type ShownTask, shownTask } from './show.ts';
import { type SentTask, type WantedTask, wantedTask } from './wanted.ts';

/** The maximum number of open tasks per item, and per creator. */
const MAX_OF_ITEM = 20;
const MAX_OF_USER = 500;
/** How many ended tasks of an item are kept for reference. */
const ENDED_KEPT = 50;

/**
 * Creates a task for a user or a role about an item, while the item has its present status. Errors 108, 200, 4, 203,
 * 302. (Contract, N-30 to N-32.)
 */
export async function createTask(context: Context, sent: SentTask): Promise<ShownTask> {
  const { store, now } = context;
  const wanted = (): WantedTask => wantedTask(store.catalog.schema, sent, now);
  const { collection } = wanted();
  const by = await ownerOf(context);
  if (by === null) throw new ApiError('notAuthenticated');
  requireEditor(context, collection);
  await store.internalTable(tasks);
  await openOutbox(store);
  return createOnce(context, {
    begin: inTransaction,
    write: async (tx) => ({ written: await ask(tx, wanted(), by) }),
    answer: (source, id: number) => shownTask(source, String(id)),
    permitted: () => requireEditor(context, collection),
  });
}

/** Only users who may change items there may create tasks; others can comment. */
function requireEditor({ store, caller }: Context, collection: Collection): void {
  if (!store.catalog.policy(caller).collection(collection.name).allows('update'))
    throw new ApiError('updateDenied', { collection: collection.name });
}

async function ask(tx: Transaction, wanted: WantedTask, by: Somebody): Promise<number> {
  const { collection, asked } = wanted;
  const found = await visibleItem(tx, collection, wanted.item);
  if (!found) throw new ApiError('itemWithIdNotFound', { id: wanted.item });
  const item = asText(found[primaryKeyOf(collection).name]);
  const readers = await requireReaders(tx, asked, { collection, item });
  const task = taskOf(tx.context, {
    wanted,
    found,
    item,
    by,
    user: asked.kind === 'user' ? (readers[0] ?? null) : null,
  });
  await makeRoom(tx, task);
  const id = await addTask(tx, task);
  for (const reader of readers) await enqueueNews(tx, task, reader, 'asked');
  await note(tx, task, 'task');
  return id;
}

interface Parts {
  readonly wanted: WantedTask;
  readonly found: Item;
  readonly item: string;
  readonly by: Somebody;
  readonly user: Somebody | null;
}

function taskOf({ store, client, now }: Scope, { wanted, found, item, by, user }: Parts): NewTask {
  const { collection, statusField, asked, note: words, due } = wanted;
  return {
    collection: collection.name,
    item,
    status: asText(found[statusField.field.name] ?? ''),
    user,
    role: asked.kind === 'role' ? asked.id : null,
    by,
    note: words,
    due,
    serverUrl: store.surroundings.studio ? client.linkUrl : null,
    created: now.getTime(),
  };
}

/** Refuses too many tasks, and deletes the oldest ended ones of the item. */
async function makeRoom({ context, connection }: Transaction, { collection, item, by }: NewTask): Promise<void> {
  const rows = taskRows(context.store);
  const here = ofItem(collection, item);
  if ((await rows.count(connection, [...here, OPEN])) >= MAX_OF_ITEM)
    throw new ApiError('tasksExhausted', { limit: MAX_OF_ITEM, whose: 'The item has' });
  if ((await rows.count(connection, [['by', '=', by.id], OPEN])) >= MAX_OF_USER)
    throw new ApiError('tasksExhausted', { limit: MAX_OF_USER, whose: 'You have asked for' });
  const ended = await rows.find(connection, [...here, ['state', '<>', 'open']], '-id', 1, { offset: ENDED_KEPT });
  for (const { id } of ended)
    await rows.delete(connection, [...here, ['state', '<>', 'open'], ['id', '<=', Number(id)]]);
}

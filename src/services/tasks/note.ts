import { recordActivity } from '../../persistence/records.ts';
import type { NewTask } from '../../persistence/tasks.ts';
import type { Transaction } from '../../persistence/transaction.ts';

/** Records what happened to a task, but not its texts: the readers of records differ from those of tasks. */
export async function note(
  tx: Transaction,
  { collection, item }: Pick<NewTask, 'collection' | 'item'>,
  action: 'task' | 'task-done' | 'task-declined' | 'task-withdrawn',
): Promise<void> {
  if (!tx.context.write.skipActivity) await recordActivity(tx, { action, collection, item });
}

import { ApiError } from '../../../errors/api-error.ts';
import { ENDED_STATES } from '../../../persistence/jobs/job.ts';
import { presentCollection } from '../../../persistence/present-collection.ts';
import { readWhole } from '../../../persistence/read/whole.ts';
import type { Transaction } from '../../../persistence/transaction.ts';
import type { Payload } from '../../../query/plan/write/payload.ts';
import type { Collection } from '../../../schema/collection.ts';
import { primaryKeyOf } from '../../../schema/schema.ts';
import { asText } from '../../../shared/text.ts';
import { withoutProperty } from '../../../shared/without-property.ts';
import { createItem, updateItem } from '../../items/write-item.ts';
import {
  changesBefore,
  countChanges,
  dropChange,
  hasChanges,
  type JobChange,
  stateOf,
  valuesBefore,
} from '../changes.ts';
import type { JobKind } from '../kind.ts';
import { jobSeen } from '../seen.ts';
import { handlePieces } from './pieces.ts';

interface UndoInput {
  readonly job: number;
  readonly collection: string;
}

/** The last change that was handled; null before the first. */
interface UndoCheckpoint {
  readonly before: number | null;
}

/**
 * Undoes a job's updates and deletions, the last one first. Items that have changed since, and deleted items whose keys
 * are taken again, are left as they are and recorded as refusals.
 */
export const undo: JobKind<UndoInput, UndoCheckpoint> = {
  async prepare(context, { job: sent }) {
    const { store } = context;
    const job = await jobSeen(context, asText(sent ?? ''));
    if (!ENDED_STATES.includes(job.state))
      throw new ApiError('jobState', { id: job.id, state: job.state, wanted: ENDED_STATES.join(' or ') });
    if (!(await hasChanges(store, store.database, job.id))) throw new ApiError('jobNotUndoable', { id: job.id });
    return { job: job.id, collection: asText(job.input.collection) };
  },
  async step(run) {
    const { store } = run.context;
    const collection = presentCollection(run.context, run.input.collection);
    if (run.checkpoint === null) {
      const total = await countChanges(store, store.database, run.input.job);
      return run.commit(async () => ({ checkpoint: { before: null }, progress: { total } }));
    }
    await handlePieces<JobChange, UndoCheckpoint>(run, {
      find: async (tx, most) => {
        const { before = null } = run.checkpoint ?? {};
        const pieces = await changesBefore(store, tx.connection, run.input.job, before, most);
        return { pieces, isLast: pieces.length < most, after: ({ id }) => ({ before: id }) };
      },
      treat: (tx, change) => restore(tx, collection, change),
      keyOf: ({ item }) => item,
      start: run.checkpoint,
    });
  },
};

async function restore(tx: Transaction, collection: Collection, change: JobChange): Promise<void> {
  const stored = await readWhole(tx, collection, change.item);
  const before = ofColumns(collection, await valuesBefore(tx, change));
  if (change.after === null) {
    if (stored) throw new ApiError('jobItemTaken', { id: change.item });
    await createItem(tx, collection, {}, { computed: before, restores: true });
  } else {
    if (!stored || stateOf(stored) !== change.after) throw new ApiError('jobItemChanged', { id: change.item });
    await updateItem(tx, collection, change.item, withoutProperty(before, primaryKeyOf(collection).name), {
      action: 'revert',
    });
  }
  await dropChange(tx, change);
}

/** The values whose columns still exist. */
function ofColumns({ byName }: Collection, item: Payload): Payload {
  return Object.fromEntries(Object.entries(item).filter(([name]) => byName.get(name)?.column));
}

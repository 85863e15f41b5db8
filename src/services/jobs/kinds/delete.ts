import { ApiError } from '../../../errors/api-error.ts';
import { readWhole } from '../../../persistence/read/whole.ts';
import { deleteItem } from '../../items/write-item.ts';
import { keepChange } from '../changes.ts';
import type { JobKind } from '../kind.ts';
import { handleSelected, type Selected, type SelectedCheckpoint, selected } from './selected.ts';

/** Deletes all items that match. */
export const deletion: JobKind<Selected, SelectedCheckpoint> = {
  async prepare(context, sent) {
    const { collection, input } = await selected(context, sent);
    const { store, caller } = context;
    if (!store.catalog.policy(caller).collection(collection.name).allows('delete'))
      throw new ApiError('deleteDenied', { collection: collection.name });
    return input;
  },
  step: (run) =>
    handleSelected(run, async (tx, collection, key) => {
      const before = await readWhole(tx, collection, key);
      await deleteItem(tx, collection, key);
      if (before) await keepChange(tx, run.job.id, { item: key, before, after: null });
    }),
};

import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { StoreView } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';

/** Thrown to roll back a transaction on purpose. */
class Undone extends Error {}

/** Does work in a transaction that is rolled back. No hooks run. Throws the errors of the work. */
export async function rolledBack(context: Context, work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await inTransaction(context, async (tx) => {
      await work({ ...tx, context: { ...tx.context, store: withoutHooks(tx.context.store) } });
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

/** The project without its extensions: their effects cannot be rolled back. */
function withoutHooks(store: StoreView): StoreView {
  const { project, config, dialect, catalog, assets, storage, storageConfig } = store;
  const { surroundings, indexAdvice, background, calls } = store;
  const rest = { surroundings, indexAdvice, background, calls };
  return { project, config, dialect, catalog, assets, storage, storageConfig, ...rest, extensions: null };
}

import { serverContext } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { storedValues } from '../../persistence/records.ts';
import { updateRow } from '../../persistence/rows.ts';
import type { Store } from '../../persistence/store.ts';
import { asText } from '../../shared/text.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { checksumIn } from '../../storage/checksum.ts';
import { IMPORTED, originalOf } from '../../storage/names.ts';
import { removeGenerated } from './remove.ts';

/** No change takes this long: older pending objects are abandoned. */
const ABANDONED_MS = DAY_MS;

/**
 * Moves a pending object into its file's place if the file's row has its checksum. Of several changes, only the last
 * has its checksum in the row. The row stays locked meanwhile, so that objects are replaced in the order of their rows.
 * The lock also waits for a commit that the database still completes for a crashed server. Returns whether the object
 * was moved.
 */
export async function settle(store: Store, key: string, object: string, checksum: string): Promise<boolean> {
  const context = serverContext(store);
  return inTransaction(context, async (tx) => {
    const files = presentCollection(context, 'directus_files');
    await updateRow(tx, files, Number(key), storedValues(files, { storage: store.storage.adapter }));
    const file = await readWhole(tx, files, key);
    if (file?.checksum !== checksum) return false;
    // Another process may have moved it already.
    if (await store.storage.stat(object)) await store.storage.rename(object, originalOf(asText(file.filename_disk)));
    await removeGenerated(store, asText(file.filename_disk));
    return true;
  });
}

/** Completes what crashed servers have left: moves the objects of committed changes and removes those of others. */
export async function settleAll(store: Store): Promise<void> {
  for await (const { name, modified } of store.storage.list('pending/')) {
    // The retention of jobs decides how long these stay.
    if (name.startsWith(IMPORTED)) continue;
    const [, key = ''] = name.split('/');
    const checksum = /^\d+$/.test(key) ? await checksumIn(store.storage, name) : undefined;
    if (checksum !== undefined && (await settle(store, key, name, checksum))) continue;
    // A pending object may belong to a change in progress.
    if (Date.now() - modified.getTime() > ABANDONED_MS) await store.storage.remove(name);
  }
}

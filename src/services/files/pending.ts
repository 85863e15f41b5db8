import { serverContext } from '../../persistence/context.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { storedValues } from '../../persistence/records.ts';
import { updateRow } from '../../persistence/rows.ts';
import type { Store } from '../../persistence/store.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { checksumIn } from '../../storage/checksum.ts';
import { originalOf } from '../../storage/names.ts';
import { removeGenerated } from './remove.ts';

/** Contents that wait longer than this belong to nobody: no change takes so long. */
const ABANDONED_MS = 24 * 3600 * 1000;

/**
 * Puts a content that waits in the place of its file's, if the file has been changed to it: whoever of several changes
 * was last has its checksum in the row. The row is held meanwhile, so that the contents follow the rows' order. A change
 * that a database still commits for a server that died is waited for in the same way. Returns whether the content has
 * its place.
 */
export async function settle(store: Store, key: string, object: string, checksum: string): Promise<boolean> {
  const context = serverContext(store, 'octavo');
  const files = collectionOf(store.catalog.schema, 'directus_files');
  return inTransaction(context, async (tx) => {
    await updateRow(tx, files, Number(key), storedValues(files, { storage: store.storage.adapter }));
    const file = await readWhole(tx, files, key);
    if (file?.checksum !== checksum) return false;
    // Another process may have been faster.
    if (await store.storage.stat(object)) await store.storage.rename(object, originalOf(asText(file.filename_disk)));
    await removeGenerated(store, asText(file.filename_disk));
    return true;
  });
}

/** Brings to an end what servers that died have left: changes that were committed, and contents of those that were not. */
export async function settleAll(store: Store): Promise<void> {
  for await (const { name, modified } of store.storage.list('pending/')) {
    const [, key = ''] = name.split('/');
    const checksum = /^\d+$/.test(key) ? await checksumIn(store.storage, name) : undefined;
    if (checksum !== undefined && (await settle(store, key, name, checksum))) continue;
    // What waits may belong to a change under way.
    if (Date.now() - modified.getTime() > ABANDONED_MS) await store.storage.remove(name);
  }
}

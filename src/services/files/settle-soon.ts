import { setTimeout } from 'node:timers/promises';
import type { Store } from '../store.ts';
import { settle } from './pending.ts';

const FIRST_MS = 1000;
const TRIES = 9;

/**
 * Puts a content in its file's place after the commit. If the storage fails, it is tried again for some minutes while
 * the server runs; later, whoever opens the project or checks the storage does it.
 */
export async function settleSoon(store: Store, key: string, object: string, checksum: string): Promise<void> {
  await settleOrRemove(store, key, object, checksum).catch(() => void settleLater(store, key, object, checksum));
}

/** A later change has taken the place of a content that is not settled. */
async function settleOrRemove(store: Store, key: string, object: string, checksum: string): Promise<void> {
  if (!(await settle(store, key, object, checksum))) await store.storage.remove(object);
}

async function settleLater(store: Store, key: string, object: string, checksum: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await setTimeout(FIRST_MS * 2 ** tries, null, { ref: false });
    const isOver = await settleOrRemove(store, key, object, checksum).then(
      () => true,
      () => false,
    );
    if (isOver) return;
  }
}

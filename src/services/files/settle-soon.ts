import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../persistence/store.ts';
import { settle, settleAll } from './pending.ts';

const FIRST_MS = 1000;
const TRIES = 9;

/**
 * Puts a content in its file's place after the commit. If the storage fails, it is tried again for some minutes while
 * the server runs; later, whoever opens the project or checks the storage does it.
 */
export function settleSoon(store: Store, key: string, object: string, checksum: string): Promise<void> {
  return soon(() => settleOrRemove(store, key, object, checksum));
}

/** Brings to an end what servers that died have left in a project that is opened: now, or within some minutes. */
export function settleAllSoon(store: Store): Promise<void> {
  return soon(() => settleAll(store));
}

/** A later change has taken the place of a content that is not settled. */
async function settleOrRemove(store: Store, key: string, object: string, checksum: string): Promise<void> {
  if (!(await settle(store, key, object, checksum))) await store.storage.remove(object);
}

async function soon(work: () => Promise<void>): Promise<void> {
  await work().catch(() => void later(work));
}

async function later(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await setTimeout(FIRST_MS * 2 ** tries, null, { ref: false });
    const isOver = await work().then(
      () => true,
      () => false,
    );
    if (isOver) return;
  }
}

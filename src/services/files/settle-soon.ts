import { setTimeout } from 'node:timers/promises';
import { reportFailure } from '../../persistence/report-failure.ts';
import type { Store } from '../../persistence/store.ts';
import { settle, settleAll } from './pending.ts';

const FIRST_MS = 1000;
const TRIES = 9;

/**
 * Moves a pending object into its file's place after the commit. If the storage fails, retries for some minutes while
 * the server runs. After that, the next opening of the project or storage check does it.
 */
export function settleSoon(store: Store, key: string, object: string, checksum: string): Promise<void> {
  return soon(store, () => settleOrRemove(store, key, object, checksum));
}

/** Completes what crashed servers have left in a project that is being opened. Retries for some minutes. */
export function settleAllSoon(store: Store): Promise<void> {
  return soon(store, () => settleAll(store));
}

/** Removes an object that could not be settled because a later change has replaced it. */
async function settleOrRemove(store: Store, key: string, object: string, checksum: string): Promise<void> {
  if (!(await settle(store, key, object, checksum))) await store.storage.remove(object);
}

async function soon(store: Store, work: () => Promise<void>): Promise<void> {
  if (!(await succeeds(store, work))) void later(store, work);
}

async function later(store: Store, work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await setTimeout(FIRST_MS * 2 ** tries, null, { ref: false });
    if (await succeeds(store, work)) return;
  }
}

async function succeeds(store: Store, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    reportFailure(store, error, 'pending');
    return false;
  }
}

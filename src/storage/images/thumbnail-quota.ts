import { generatedOf } from '../names.ts';
import type { Storage, StoredObject } from '../storage.ts';

/** How many thumbnails of a file are kept if any box may be requested. (docs/api.md, "What images may cost".) */
const KEPT_THUMBNAILS = 100;

type Listed = StoredObject & { readonly name: string };

/** Removes the oldest thumbnails of a file beyond the quota, so that requesting all sizes cannot fill the storage. */
export async function dropOldest(storage: Pick<Storage, 'list' | 'remove'>, disk: string): Promise<void> {
  let newest: Listed[] = [];
  for await (const object of storage.list(generatedOf(disk))) {
    newest = [...newest, object].sort((a, b) => b.modified.getTime() - a.modified.getTime());
    const oldest = newest.length > KEPT_THUMBNAILS ? newest.pop() : undefined;
    if (oldest) await storage.remove(oldest.name);
  }
}

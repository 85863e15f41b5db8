import { generatedOf } from '../names.ts';
import type { Storage, StoredObject } from '../storage.ts';

/** How many thumbnails of a file are kept if any box may be requested. (docs/api.md, "What images may cost".) */
const KEPT_THUMBNAILS = 100;

/** Removes the oldest thumbnails of a file beyond the quota, so that requesting all sizes cannot fill the storage. */
export async function dropOldest(storage: Storage, disk: string): Promise<void> {
  const objects: (StoredObject & { readonly name: string })[] = [];
  for await (const object of storage.list(generatedOf(disk))) objects.push(object);
  const newestFirst = objects.sort((a, b) => b.modified.getTime() - a.modified.getTime());
  for (const { name } of newestFirst.slice(KEPT_THUMBNAILS)) await storage.remove(name);
}

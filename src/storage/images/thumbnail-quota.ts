import { generatedOf } from '../names.ts';
import type { Storage, StoredObject } from '../storage.ts';

/** So many thumbnails of a file are kept where any box may be asked for. (docs/api.md, "What images may cost".) */
const KEPT_THUMBNAILS = 100;

/** Removes the oldest thumbnails of a file beyond those that are kept, so that asking for all sizes fills no storage. */
export async function dropOldest(storage: Storage, disk: string): Promise<void> {
  const objects: (StoredObject & { readonly name: string })[] = [];
  for await (const object of storage.list(generatedOf(disk))) objects.push(object);
  const newestFirst = objects.sort((a, b) => b.modified.getTime() - a.modified.getTime());
  for (const { name } of newestFirst.slice(KEPT_THUMBNAILS)) await storage.remove(name);
}

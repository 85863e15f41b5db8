import type { Store } from '../../persistence/store.ts';
import { generatedOf, originalOf } from '../../storage/names.ts';

/** Removes the original of a file and all images made from it. */
export async function removeContent(store: Store, disk: string): Promise<void> {
  await store.storage.remove(originalOf(disk));
  await removeGenerated(store, disk);
}

/** Removes the images made from a file. */
export async function removeGenerated({ storage }: Store, disk: string): Promise<void> {
  for await (const { name } of storage.list(generatedOf(disk))) await storage.remove(name);
}

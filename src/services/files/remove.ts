import type { Store } from '../../persistence/store.ts';
import { generatedOf, originalOf } from '../../storage/names.ts';

/** Removes the content of a file and all that was made of it. */
export async function removeContent(store: Store, disk: string): Promise<void> {
  await store.storage.remove(originalOf(disk));
  await removeGenerated(store, disk);
}

/** Removes what was made of a file: its thumbnails. */
export async function removeGenerated({ storage }: Store, disk: string): Promise<void> {
  for await (const { name } of storage.list(generatedOf(disk))) await storage.remove(name);
}

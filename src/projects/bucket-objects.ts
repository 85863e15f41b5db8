import type { ProjectConfig } from '../config/project-config.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { isObjectName } from '../storage/names.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { isAloneInBucket } from './free-storage.ts';
import type { ProjectRegistry } from './registry.ts';

/** How many objects are removed concurrently, and how many per call. */
const AT_ONCE = 8;
const SLICE = 500;

/**
 * Removes some of the objects that a project has in a bucket. Returns whether none is left. Leaves objects where
 * another project may have some, too. Error 11. (Contract, V-50.)
 */
export async function removeObjects(registry: ProjectRegistry, config: ProjectConfig): Promise<boolean> {
  if (!isAloneInBucket(registry, config)) return true;
  const storage = openStorage(registry.locations.storageConfigOf(config));
  try {
    const names = await someOf(storage);
    const semaphore = new Semaphore({ total: AT_ONCE });
    await Promise.all(names.map((name) => semaphore.run(config.project, () => storage.remove(name))));
    if (names.length === SLICE) return false;
    await storage.clean(new Date());
    return true;
  } finally {
    await storage.close();
  }
}

async function someOf(storage: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.list('')) {
    // Other programs represent folders by keys that are not valid names of objects.
    if (isObjectName(name)) names.push(name);
    if (names.length === SLICE) break;
  }
  return names;
}

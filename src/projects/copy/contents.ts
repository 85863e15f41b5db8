import type { ProjectConfig } from '../../config/project-config.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { StorageConfig } from '../../storage/config.ts';
import { openStorage } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';

/** Originals, and those that wait for the end of a change that a dead server left; images of images are made anew. */
const ROOMS = ['originals/', 'pending/'];

/** Copies what a storage holds of files to another; a copy that fails removes what it has written. */
export async function copyContents(from: StorageConfig, to: StorageConfig): Promise<void> {
  const [source, target] = [openStorage(from), openStorage(to)];
  const written: string[] = [];
  try {
    for (const room of ROOMS)
      for await (const { name } of source.list(room)) if (await copyObject(source, target, name)) written.push(name);
  } catch (error) {
    for (const name of written) await target.remove(name).catch(() => {});
    throw error;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** False for an object that has gone meanwhile. */
async function copyObject(source: Storage, target: Storage, name: string): Promise<boolean> {
  const content = await source.read(name);
  if (!content) return false;
  await target.write(name, content);
  return true;
}

/** The sections of a copy: its files lie where those of a new project would, so that two projects never share one. */
export function sectionsOfCopy(sections: ProjectConfig['sections']): ProjectConfig['sections'] {
  if (!isRecord(sections.storage)) return sections;
  const { root, thumb_root, root_url, ...storage } = sections.storage;
  return { ...sections, storage };
}

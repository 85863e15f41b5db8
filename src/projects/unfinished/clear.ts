import { discardFiles } from '../copy/files.ts';
import { openTarget } from '../copy/target.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { UnfinishedProject } from './unfinished-project.ts';

/**
 * Removes what processes that are gone have left of projects that they were making. What cannot be removed is passed
 * to `failed`, and tried again at the next call. Must be called exclusively.
 */
export async function clearAbandoned(
  registry: ProjectRegistry,
  failed: (project: string, error: unknown) => void,
): Promise<void> {
  const { unfinished } = registry;
  for (const [id, project] of unfinished.takeAbandoned()) {
    const cleared = await clear(registry, project).then(
      () => true,
      (error: unknown) => {
        failed(project.config.project, error);
        return false;
      },
    );
    unfinished.close(id, cleared);
  }
}

/** Removes everything that was written for a project, unless somebody else uses its database by now. */
async function clear(registry: ProjectRegistry, { config, filled, files }: UnfinishedProject): Promise<void> {
  if (!filled || registry.usersOf(config.database).length > 0) return;
  const target = await openTarget(registry, config.database);
  if (await target.isTaken(filled.mark)) return;
  if (files && !registry.configOf(config.project)) await discardFiles(registry.locations.storageConfigOf(config));
  await target.discard(filled);
}

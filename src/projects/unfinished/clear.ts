import type { DatabaseConfig } from '../../config/project-config.ts';
import { connected } from '../connected.ts';
import { discardFiles } from '../copy/files.ts';
import { openTarget } from '../copy/target.ts';
import { removeInstallation } from '../install.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { UnfinishedProject } from './unfinished-project.ts';

/** How long it waits for a statement that a dead process has left. */
const LOCK_S = 30;

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

/** Removes everything that was written for a project, unless a project uses its database by now. */
async function clear(registry: ProjectRegistry, { config, former, files }: UnfinishedProject): Promise<void> {
  if (registry.usersOf(config.database).length > 0) return;
  if (files && !registry.configOf(config.project)) await discardFiles(registry.storageConfigOf(config));
  if (former === 'tables') await removeSystemTables(registry, config.database);
  else if (former) await (await openTarget(registry, config.database)).discard(former);
}

async function removeSystemTables(registry: ProjectRegistry, config: DatabaseConfig): Promise<void> {
  const { dialect, address } = await openTarget(registry, config);
  if (!(await dialect.exists(address))) return;
  const database = await connected(dialect.openExisting(address));
  const drop = (): Promise<void> => removeInstallation(database, dialect);
  try {
    await (database.withSchemaLock?.(LOCK_S, drop) ?? drop());
  } finally {
    await database.close();
  }
}

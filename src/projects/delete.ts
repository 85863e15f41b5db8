import type { ProjectConfig, Suspension } from '../config/project-config.ts';
import type { Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ProjectRegistry } from './registry.ts';
import { manageable, type Removal, suspensionFor } from './suspend.ts';

/**
 * Deletes a project: empties its database, and removes its files, its backups unless they are to be kept, and its
 * configuration. Errors 1, 11, 18. (Contract, V-50.)
 */
export async function deleteProject(
  registry: ProjectRegistry,
  key: string,
  { keepBackups }: Pick<Removal, 'keepBackups'> = {},
): Promise<void> {
  await registry.exclusively(() => removeNow(registry, manageable(registry, key), suspensionFor({ keepBackups })));
}

/** Deletes the projects whose time of grace is over; `failed` is told of those that cannot be. */
export async function deleteDue(
  registry: ProjectRegistry,
  failed: (project: string, error: unknown) => void,
): Promise<void> {
  for (const { project } of registry.configs().filter(isDue))
    await registry
      .exclusively(async () => {
        const config = registry.configOf(project);
        if (config?.suspended && isDue(config)) await removeNow(registry, config, config.suspended);
      })
      .catch((error: unknown) => failed(project, error));
}

const isDue = ({ suspended }: ProjectConfig): boolean =>
  suspended?.remove_on !== undefined && Date.parse(suspended.remove_on) <= Date.now();

/** The configuration is removed last: as long as it is there, a removal that was interrupted is repeated. */
async function removeNow(registry: ProjectRegistry, config: ProjectConfig, suspended: Suspension): Promise<void> {
  const dialect = await dialectOf(config.database.type);
  const database = dialect.capabilities.embedded ? null : await reachable(registry, dialect, config);
  try {
    await registry.suspend(config, suspended);
    if (database) await emptyDatabase(database, dialect);
  } finally {
    await database?.close();
  }
  if (dialect.capabilities.embedded) await dialect.destroy(registry.addressOf(config.database));
  registry.deleteUploads(config);
  if (!suspended.keep_backups) registry.deleteBackups(config);
  await registry.remove(config);
}

/** The database of a project; null if it no longer exists. Error 11 if that cannot be determined. */
async function reachable(
  registry: ProjectRegistry,
  dialect: Dialect,
  { database }: ProjectConfig,
): Promise<Database | null> {
  const address = registry.addressOf(database);
  if (!(await dialect.exists(address))) return null;
  return dialect.openExisting(address).catch((cause: unknown) => {
    throw Object.assign(new ApiError('databaseUnavailable'), { cause });
  });
}

/** Drops all tables. Internal tables come last, because changes are notified through them. */
export async function emptyDatabase(database: Database, dialect: Dialect): Promise<void> {
  await database.transaction(async (connection) => {
    const names = (await dialect.introspect(connection)).map(({ name }) => name);
    if (names.length > 0) for (const text of dialect.ddl.dropAll(names)) await connection.run({ text, parameters: [] });
  });
  for (const name of await dialect.internalTables(database))
    for (const text of dialect.ddl.drop(name)) await database.run({ text, parameters: [] });
}

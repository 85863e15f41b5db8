import type { ProjectConfig } from '../config/project-config.ts';
import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import { dropOrder } from './drop-order.ts';
import type { ProjectRegistry } from './registry.ts';
import { manageable } from './suspend.ts';

/**
 * Deletes a project: removes its configuration and its files, and empties its database. Errors 1, 11. (Contract, V-50.)
 */
export async function deleteProject(registry: ProjectRegistry, key: string): Promise<void> {
  await registry.exclusively(async () => {
    await removeNow(registry, manageable(registry, key));
  });
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
        if (config && isDue(config)) await removeNow(registry, config);
      })
      .catch((error: unknown) => failed(project, error));
}

const isDue = ({ suspended }: ProjectConfig): boolean =>
  suspended?.remove_on !== undefined && Date.parse(suspended.remove_on) <= Date.now();

async function removeNow(registry: ProjectRegistry, config: ProjectConfig): Promise<void> {
  const dialect = await dialectOf(config.database.type);
  const database = dialect.capabilities.embedded ? null : await reachable(registry, dialect, config);
  try {
    await registry.remove(config);
    registry.deleteUploads(config);
    if (database) await emptyDatabase(database, dialect);
  } finally {
    await database?.close();
  }
  if (dialect.capabilities.embedded) await dialect.destroy(registry.addressOf(config.database));
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
    for (const name of dropOrder(names, await dialect.foreignKeys(connection))) await drop(connection, dialect, name);
  });
  for (const name of await dialect.internalTables(database)) await drop(database, dialect, name);
}

async function drop(connection: Connection, dialect: Dialect, table: string): Promise<void> {
  for (const text of dialect.ddl.drop(table)) await connection.run({ text, parameters: [] });
}

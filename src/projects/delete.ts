import type { ProjectConfig, RemovalFailure, Suspension } from '../config/project-config.ts';
import type { Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { runStatements } from '../dialects/run-statements.ts';
import { ApiError } from '../errors/api-error.ts';
import { databaseRefusal } from '../persistence/database-refusal.ts';
import { HOUR_MS } from '../shared/time-units.ts';
import { removeObjects } from './bucket-objects.ts';
import type { RemovalFiles } from './fleet/removal-files.ts';
import type { ProjectRegistry } from './registry.ts';
import { manageable, type Removal, suspensionFor } from './suspend.ts';

/**
 * Deletes a project: empties its database, and removes its configuration, and its files and backups unless they are to be
 * kept. Errors 1, 11, 18. (Contract, V-50.)
 */
export async function deleteProject(
  registry: ProjectRegistry,
  key: string,
  kept: Omit<Removal, 'days'> = {},
): Promise<void> {
  const suspended = suspensionFor(kept);
  await registry.exclusively(() => emptyNow(registry, manageable(registry, key), suspended));
  await finish(registry, key, suspended);
}

/** How a server deletes projects whose grace period is over. */
interface Deleting {
  /** Keep other servers from deleting the same project meanwhile. */
  readonly removals: RemovalFiles;
  readonly failed: (project: string, error: unknown) => void;
  /** Ends the work early. */
  readonly signal: AbortSignal;
}

/**
 * Deletes projects whose grace period is over, except those that another server is deleting. If one cannot be deleted,
 * its configuration says why, `failed` is called, and the next attempt is delayed.
 */
export async function deleteDue(registry: ProjectRegistry, { removals, failed, signal }: Deleting): Promise<void> {
  for (const { project } of registry.configs().filter(isDue))
    await removals.alone(project, () =>
      deleteIfDue(registry, project, signal).catch(async (error: unknown) => {
        await registry.exclusively(async () => noteFailure(registry, project, error));
        failed(project, error);
      }),
    );
}

async function deleteIfDue(registry: ProjectRegistry, project: string, signal: AbortSignal): Promise<void> {
  const begun = await registry.exclusively(async () => {
    const config = registry.configOf(project);
    if (!config?.suspended || !isDue(config)) return null;
    await emptyNow(registry, config, config.suspended);
    return config.suspended;
  });
  if (begun) await finish(registry, project, begun, signal);
}

function isDue({ suspended }: ProjectConfig): boolean {
  const due = suspended?.failure?.retry_on ?? suspended?.remove_on;
  return due !== undefined && Date.parse(due) <= Date.now();
}

/** The pause after a failed removal, which doubles each time, and its maximum. */
const RETRY_MS = { first: 60_000, longest: HOUR_MS };

function noteFailure(registry: ProjectRegistry, project: string, error: unknown): void {
  const config = registry.configOf(project);
  if (config?.suspended?.remove_on === undefined) return;
  const failure = failureOf(error, config.suspended.failure?.tries ?? 0);
  registry.rewrite({ ...config, suspended: { ...config.suspended, failure } });
}

function failureOf(error: unknown, before: number): RemovalFailure {
  const pause = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** before);
  return {
    message: error instanceof ApiError ? error.message : 'The log of the server says what went wrong',
    tries: before + 1,
    retry_on: new Date(Date.now() + pause).toISOString(),
  };
}

/**
 * Removes the files of a project whose database is empty, and then the rest. It works in slices, so that other projects
 * can be created and removed in between. Ends early if the project is resumed.
 */
async function finish(
  registry: ProjectRegistry,
  key: string,
  suspended: Suspension,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if (await registry.exclusively(() => removeSlice(registry, key, suspended))) return;
}

/**
 * Returns whether nothing is left to do. The configuration is removed last, so that an interrupted removal is repeated.
 */
async function removeSlice(registry: ProjectRegistry, key: string, suspended: Suspension): Promise<boolean> {
  const config = registry.configOf(key);
  if (config?.suspended?.remove_on === undefined || config.suspended.since !== suspended.since) return true;
  if (!suspended.keep_files) {
    if (!(await removeObjects(registry, config))) return false;
    await registry.locations.deleteUploads(config);
  }
  if (!suspended.keep_backups) registry.locations.deleteBackups(config);
  await registry.remove(config);
  return true;
}

async function emptyNow(registry: ProjectRegistry, config: ProjectConfig, suspended: Suspension): Promise<void> {
  const dialect = await dialectOf(config.database.type);
  const database = dialect.capabilities.embedded ? null : await reachable(registry, dialect, config);
  try {
    await registry.suspend(config, suspended);
    if (database) await emptyDatabase(database, dialect);
  } catch (error) {
    throw refusalOf(config, dialect, error) ?? error;
  } finally {
    await database?.close();
  }
  if (dialect.capabilities.embedded) await dialect.destroy(registry.locations.addressOf(config.database));
}

function refusalOf({ project }: ProjectConfig, dialect: Dialect, error: unknown): ApiError | null {
  const failure = error instanceof ApiError ? null : dialect.classify(error);
  if (failure?.kind !== 'dependedOn') return databaseRefusal(failure);
  return new ApiError('databaseDependedOn', { project, dependents: failure.dependents });
}

/** The database of a project; null if it no longer exists. Error 11 if that cannot be determined. */
async function reachable(
  registry: ProjectRegistry,
  dialect: Dialect,
  { database }: ProjectConfig,
): Promise<Database | null> {
  const address = registry.locations.addressOf(database);
  if (!(await dialect.exists(address))) return null;
  return dialect.openExisting(address).catch((cause: unknown) => {
    throw Object.assign(new ApiError('databaseUnavailable'), { cause });
  });
}

/** Drops all tables and views. Internal tables come last, because changes are notified through them. */
export async function emptyDatabase(database: Database, dialect: Dialect): Promise<void> {
  await database.transaction(async (connection) => {
    const tables = await dialect.introspect(connection);
    await dialect.dropTables(
      connection,
      tables.map(({ name }) => name),
    );
  });
  for (const name of await dialect.internalTables(database)) await runStatements(database, dialect.ddl.drop(name));
}

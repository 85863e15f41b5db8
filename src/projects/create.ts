import type { Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import { databaseRefusal } from '../persistence/database-refusal.ts';
import type { Table } from '../schema/column.ts';
import { systemTables } from '../schema/system/tables.ts';
import { adoptProject } from './adopt/adopt.ts';
import type { Survey } from './adopt/survey.ts';
import { backUpSystemTables } from './backup.ts';
import { connected } from './connected.ts';
import { type CreateBody, readCreateBody } from './create-body.ts';
import { refuseForbiddenKeys } from './forbidden-keys.ts';
import { requireFreeStorage } from './free-storage.ts';
import { dropSystemTables, type Installation, install, removeInstallation } from './install.ts';
import type { ProjectRegistry } from './registry.ts';
import { installationOf, projectConfigOf } from './requested.ts';
import { type Notes, whileUnfinished } from './unfinished/while-unfinished.ts';

/** How long a creation waits for another one in the same database. */
const LOCK_S = 30;

/**
 * Creates a project and its first administrator, or adopts a database and returns the survey. `admit` refuses a wrong
 * super admin token. Errors 4, 3, 7, 12, 18, 19, 0. (Contract, V-30 to V-38.)
 */
export async function createProject(
  registry: ProjectRegistry,
  admit: (superAdminToken: string) => Promise<void>,
  payload: Readonly<Record<string, unknown>>,
): Promise<Survey | null> {
  const body = readCreateBody(payload);
  refuseForbiddenKeys(payload);
  await admit(body.superAdminToken);
  if (body.adopt) return adoptProject(registry, body);
  await makeProject(registry, body);
  return null;
}

/** Creates a project for a caller who has already been authorised. Errors 18, 19, 0. */
export async function makeProject(registry: ProjectRegistry, body: CreateBody): Promise<void> {
  await registry.exclusively(async () => {
    if ((registry.configOf(body.project) && !body.force) || registry.isReserved(body.project))
      throw new ApiError('projectExists', { project: body.project });
    await createUnder(registry, body);
  });
}

async function createUnder(registry: ProjectRegistry, body: CreateBody): Promise<void> {
  const others = registry.usersOf(body.database).filter(({ project }) => project !== body.project);
  if (others.length > 0) throw new ApiError('databaseInUse', { project: body.project });
  const config = projectConfigOf(body);
  requireFreeStorage(registry, config);
  await registry.close(body.project);
  await whileUnfinished(registry, config, async (notes) => {
    await openAndFill(registry, body, notes);
    await registry.add(config);
  });
}

async function openAndFill(registry: ProjectRegistry, body: CreateBody, notes: Notes): Promise<void> {
  const dialect = await dialectOf(body.database.type);
  const database = await connected(dialect.open(registry.addressOf(body.database)));
  try {
    await fill(registry, database, dialect, body, () => notes.fills('tables'));
  } finally {
    await database.close();
  }
}

/** Installs the system tables; existing ones are dropped first if the body allows it. User tables are not touched. */
async function fill(
  registry: ProjectRegistry,
  database: Database,
  dialect: Dialect,
  body: CreateBody,
  fills: () => void,
): Promise<void> {
  if (isOccupied(await dialect.introspect(database), body))
    await backUpSystemTables(dialect, registry.addressOf(body.database), registry.backupFileOf(body.project));
  const installation = await installationOf(body);
  const fillNow = (): Promise<void> => installInto(database, dialect, body, installation, fills);
  try {
    await (database.withSchemaLock?.(LOCK_S, fillNow) ?? fillNow());
  } catch (error) {
    throw databaseRefusal(error instanceof ApiError ? null : dialect.classify(error)) ?? error;
  }
}

/** Looks at the database again: another server may have installed tables in it, or may do so at the same time. */
async function installInto(
  database: Database,
  dialect: Dialect,
  body: CreateBody,
  installation: Installation,
  fills: () => void,
): Promise<void> {
  const { transactionalDdl } = dialect.capabilities;
  let hasBegun = false;
  try {
    await database.transaction(async (connection) => {
      const present = await dialect.introspect(connection);
      const isTaken = isOccupied(present, body);
      hasBegun = true;
      // Tables that may be overwritten are no leftovers, nor are those of another server that installs at the same time.
      if (!isTaken && !transactionalDdl) fills();
      await dropSystemTables(connection, dialect, present);
      await install(connection, dialect, installation);
      if (!isTaken && transactionalDdl) fills();
    });
  } catch (error) {
    if (hasBegun && !transactionalDdl) await removeHalf(database, dialect);
    throw error;
  }
}

/** Whether there are system tables. Error 0 if there are and the body does not allow for them. */
function isOccupied(present: readonly Table[], { force, existing, database }: CreateBody): boolean {
  const names = new Set(systemTables.map(({ name }) => name));
  const occupied = present.some(({ name }) => names.has(name));
  if (occupied && !force && !existing) throw new ApiError('databaseOccupied', { name: database.name });
  return occupied;
}

/** If DDL is not rolled back, a partial installation would block the next attempt. */
async function removeHalf(database: Database, dialect: Dialect): Promise<void> {
  try {
    await removeInstallation(database, dialect);
  } catch {
    // The cause of the failed installation is the better error; `force` removes the rest.
  }
}

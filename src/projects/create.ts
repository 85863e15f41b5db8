import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import { adoptProject } from './adopt/adopt.ts';
import type { Survey } from './adopt/survey.ts';
import { backUpSystemTables } from './backup.ts';
import { connected } from './connected.ts';
import { type CreateBody, readCreateBody } from './create-body.ts';
import { refuseForbiddenKeys } from './forbidden-keys.ts';
import { requireFreeStorage } from './free-storage.ts';
import { installExclusively, isOccupied } from './install-exclusively.ts';
import type { ProjectRegistry } from './registry.ts';
import { installationOf, projectConfigOf } from './requested.ts';
import { type Notes, whileUnfinished } from './unfinished/while-unfinished.ts';

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
  const isNew = !registry.configOf(body.project);
  await registry.close(body.project);
  await whileUnfinished(registry, config, async (notes) => {
    await openAndFill(registry, body, notes);
    await (isNew ? registry.add(config) : registry.replace(config));
  });
}

async function openAndFill(registry: ProjectRegistry, body: CreateBody, notes: Notes): Promise<void> {
  const dialect = await dialectOf(body.database.type);
  const database = await connected(dialect, dialect.open(registry.locations.addressOf(body.database)));
  try {
    if (isOccupied(await dialect.introspect(database), body))
      await backUpSystemTables(
        dialect,
        registry.locations.addressOf(body.database),
        registry.locations.backupFileOf(body.project),
      );
    await installExclusively(database, dialect, { body, installation: await installationOf(body), notes });
  } finally {
    await database.close();
  }
}

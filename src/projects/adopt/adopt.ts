import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Database, Dialect } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { connected } from '../connected.ts';
import type { CreateBody } from '../create-body.ts';
import { requireFreeStorage } from '../free-storage.ts';
import { removeInstallation } from '../install.ts';
import { installExclusively } from '../install-exclusively.ts';
import type { ProjectRegistry } from '../registry.ts';
import { installationOf, projectConfigOf } from '../requested.ts';
import { type Notes, whileUnfinished } from '../unfinished/while-unfinished.ts';
import { createRelations } from './relations.ts';
import { type Survey, survey } from './survey.ts';

/** Surveys the database to adopt; changes nothing. Error 19. */
export async function surveyDatabase(registry: ProjectRegistry, config: DatabaseConfig): Promise<Survey> {
  const dialect = await dialectOf(config.type);
  const snapshot = await connected(dialect, dialect.openSnapshot(registry.locations.addressOf(config)));
  try {
    return await survey(snapshot, dialect);
  } finally {
    await snapshot.close();
  }
}

/**
 * Turns an existing database into a project without changing its tables. System collections are installed if there are
 * none, with a first administrator. Errors 4, 12, 18, 19.
 */
export async function adoptProject(registry: ProjectRegistry, body: CreateBody): Promise<Survey> {
  return registry.exclusively(async () => {
    if (registry.configOf(body.project) || registry.isReserved(body.project))
      throw new ApiError('projectExists', { project: body.project });
    const [user] = registry.usersOf(body.database);
    if (user) throw new ApiError('databaseInUse', { project: user.project });
    const config = projectConfigOf(body);
    requireFreeStorage(registry, config);
    const found = await surveyDatabase(registry, body.database);
    refuse(found, body);
    return whileUnfinished(registry, config, async (notes) => {
      await change(registry, body, found, notes);
      await registry.add(config);
      return found;
    });
  });
}

function refuse({ system, missing }: Survey, body: CreateBody): void {
  if (system === 'incomplete') throw unprocessable(`The system collections lack ${missing.join(', ')}`);
  if (system === 'complete') return;
  const violations = new Violations();
  if (body.userEmail === '') violations.add('user_email', violation.blank);
  if (body.userPassword === '') violations.add('user_password', violation.blank);
  violations.throwIfAny();
}

/** Opens the database also if nothing is to be added, so that one that the account cannot use is not adopted. */
async function change(registry: ProjectRegistry, body: CreateBody, found: Survey, notes: Notes): Promise<void> {
  const dialect = await dialectOf(body.database.type);
  const database = await connected(dialect, dialect.openExisting(registry.locations.addressOf(body.database)));
  const isInstalled = found.system === 'none';
  try {
    if (isInstalled) {
      const none = { ...body, force: false, existing: false };
      await installExclusively(database, dialect, { body: none, installation: await installationOf(body), notes });
    }
    if (body.relations) await addRelations(database, dialect, found, isInstalled);
  } finally {
    await database.close();
  }
}

async function addRelations(
  database: Database,
  dialect: Dialect,
  { relations }: Survey,
  isInstalled: boolean,
): Promise<void> {
  try {
    await database.transaction((connection) => createRelations(connection, dialect, relations));
  } catch (error) {
    if (isInstalled) await removeInstallation(database, dialect);
    throw error;
  }
}

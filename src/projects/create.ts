import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import type { SuperAdmin } from '../config/super-admin.ts';
import type { Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import { systemTables } from '../schema/system/tables.ts';
import { type CreateBody, readCreateBody } from './create-body.ts';
import { dropSystemTables, type Installation, install } from './install.ts';
import type { ProjectRegistry } from './registry.ts';

/** Makes a project and its first administrator. Errors 4, 3, 18, 19, 0. (Specification, "Projects and server".) */
export async function createProject(
  registry: ProjectRegistry,
  superAdmin: SuperAdmin,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = readCreateBody(payload);
  if (!superAdmin.acceptsOrClaims(body.superAdminToken)) throw new ApiError('superAdminOnly');
  await makeProject(registry, body);
}

/** Makes a project for whoever has been let in already. Errors 18, 19, 0. */
export async function makeProject(registry: ProjectRegistry, body: CreateBody): Promise<void> {
  await registry.alone(async () => {
    if (registry.configOf(body.project) && !body.force) throw new ApiError('projectExists', { project: body.project });
    await createUnder(registry, body);
  });
}

async function createUnder(registry: ProjectRegistry, body: CreateBody): Promise<void> {
  const others = registry.usersOf(body.database).filter(({ project }) => project !== body.project);
  if (others.length > 0) throw new ApiError('databaseInUse', { project: body.project });
  await registry.close(body.project);
  const dialect = await dialectOf(body.database.type);
  const database = await connect(registry, dialect, body);
  try {
    await fill(database, dialect, body);
  } finally {
    await database.close();
  }
  await registry.add(configOf(body));
}

async function connect(registry: ProjectRegistry, dialect: Dialect, body: CreateBody): Promise<Database> {
  try {
    return await dialect.open(registry.addressOf(body.database));
  } catch {
    throw new ApiError('invalidConnection');
  }
}

/** Installs the system tables; those that are there go first, if the body says so. User tables stay untouched. */
async function fill(database: Database, dialect: Dialect, body: CreateBody): Promise<void> {
  const present = await dialect.introspect(database);
  const names = new Set(systemTables.map(({ name }) => name));
  const occupied = present.some(({ name }) => names.has(name));
  if (occupied && !body.force && !body.existing) throw new ApiError('databaseOccupied', { name: body.database.name });
  const installation = await installationOf(body);
  try {
    await database.transaction(async (connection) => {
      await dropSystemTables(connection, dialect, present);
      await install(connection, dialect, installation);
    });
  } catch (error) {
    if (!dialect.capabilities.transactionalDdl) await removeHalf(database, dialect);
    throw error;
  }
}

/** Where tables outlive a rollback, a half installation would stand in the way of the next try. */
async function removeHalf(database: Database, dialect: Dialect): Promise<void> {
  try {
    const present = await dialect.introspect(database);
    await database.transaction((connection) => dropSystemTables(connection, dialect, present));
  } catch {
    // What made the installation fail is the better answer; `force` removes the rest.
  }
}

async function installationOf(body: CreateBody): Promise<Installation> {
  const passwordHash = await hashPassword(body.userPassword);
  const user = {
    email: body.userEmail,
    passwordHash,
    token: body.userToken,
    timezone: body.timezone,
    locale: body.locale,
  };
  return { projectName: body.projectName, appUrl: body.appUrl, user };
}

function configOf(body: CreateBody): ProjectConfig {
  const text = (name: string): string | null =>
    typeof body.authSection[name] === 'string' && body.authSection[name] !== '' ? body.authSection[name] : null;
  const auth = {
    ...body.authSection,
    secret: text('secret') ?? randomBytes(32).toString('base64url'),
    public: text('public') ?? randomUUID(),
  };
  return { project: body.project, private: body.private, database: body.database, auth, sections: body.sections };
}

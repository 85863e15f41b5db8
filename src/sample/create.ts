import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseConfig } from '../config/project-config.ts';
import { dialectOf } from '../dialects/registry.ts';
import { makeProject } from '../projects/create.ts';
import type { CreateBody } from '../projects/create-body.ts';
import { deleteProject } from '../projects/delete.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { asFirstAdmin, fillMagazine } from './fill.ts';
import { uploadCovers } from './upload-covers.ts';

/** Key of the sample project, and the name of its database. */
export const SAMPLE = 'demo';
const DATABASE: DatabaseConfig = { type: 'sqlite', name: SAMPLE };

/** The credentials of the sample project. Shown once, never logged. */
export interface SampleSecrets {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/**
 * Creates the sample project in a data folder without projects; null if there is one. It is created completely or not
 * at all: the file `marker` exists while it is being created, so that a start after a crash begins again.
 */
export async function createSample(registry: ProjectRegistry, marker: string): Promise<SampleSecrets | null> {
  if (existsSync(marker)) await removeSample(registry);
  if (!registry.isEmpty || hasDatabase(registry)) return null;
  const secrets = newSecrets();
  mkdirSync(dirname(marker), { recursive: true, mode: 0o700 });
  writeFileSync(marker, '', { mode: 0o600 });
  try {
    await makeSample(registry, secrets);
  } catch (error) {
    await removeSample(registry);
    throw error;
  } finally {
    rmSync(marker, { force: true });
  }
  return secrets;
}

async function makeSample(registry: ProjectRegistry, secrets: SampleSecrets): Promise<void> {
  await makeProject(registry, bodyOf(secrets));
  const project = await registry.find(SAMPLE);
  if (!project) throw new Error('the sample project is gone');
  const context = asFirstAdmin(project);
  await fillMagazine(context, await uploadCovers(context));
}

async function removeSample(registry: ProjectRegistry): Promise<void> {
  if (registry.configOf(SAMPLE)) await deleteProject(registry, SAMPLE);
  else await (await dialectOf(DATABASE.type)).destroy(registry.locations.addressOf(DATABASE));
}

/** A database file of that name without a project belongs to someone: it is neither used nor deleted. */
function hasDatabase(registry: ProjectRegistry): boolean {
  return existsSync(registry.locations.addressOf(DATABASE).file ?? '');
}

function newSecrets(): SampleSecrets {
  return {
    email: 'admin@example.com',
    password: randomBytes(12).toString('base64url'),
    token: randomBytes(24).toString('base64url'),
  };
}

function bodyOf({ email, password, token }: SampleSecrets): CreateBody {
  return {
    project: SAMPLE,
    private: false,
    force: false,
    existing: false,
    adopt: false,
    relations: false,
    strict: true,
    superAdminToken: '',
    database: DATABASE,
    projectName: 'The Weekly Octavo',
    appUrl: '',
    userEmail: email,
    userPassword: password,
    userToken: token,
    timezone: 'UTC',
    locale: 'en-US',
    sections: {},
    authSection: {},
  };
}

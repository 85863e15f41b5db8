import type { Command } from 'commander';
import { adoptProject, surveyDatabase } from '../projects/adopt/adopt.ts';
import { type CreateBody, readCreateBody } from '../projects/create-body.ts';
import { openRegistry } from '../projects/open-registry.ts';
import { requireUsableFolder } from './data-folder.ts';
import { addDatabaseFlags, type DatabaseFlags, databaseBody, databaseIn, secret } from './database-flags.ts';
import { reported } from './failure.ts';
import { requireNewKey } from './new-key.ts';
import { surveyText } from './survey-text.ts';
import { dataOf } from './with-project.ts';

interface AdoptFlags extends DatabaseFlags {
  readonly data?: string;
  readonly project: string;
  readonly private?: boolean;
  readonly relations?: boolean;
  readonly userEmail?: string;
  readonly userPassword?: string;
  readonly userPasswordEnv?: string;
  readonly yes?: boolean;
}

/** Adds the command that turns an existing database into a project. */
export function addAdopt(program: Command): void {
  addDatabaseFlags(program.command('adopt').description('Make an existing database a project, in place'))
    .requiredOption('--project <key>', 'key of the project')
    .option('--private', 'do not list the project')
    .option('--relations', 'describe the foreign keys as relations')
    .option('--user-email <address>', 'first administrator of a database without users')
    .option('--user-password <secret>', 'its password; better given as a variable')
    .option('--user-password-env <variable>', 'environment variable that holds its password')
    .option('--yes', 'adopt it; without this the command only shows what it found')
    .action((flags: AdoptFlags) => reported(() => adopt(flags)));
}

async function adopt(flags: AdoptFlags): Promise<void> {
  requireNewKey('--project', flags.project);
  databaseIn(flags);
  const data = dataOf(flags);
  const body = bodyOf(flags);
  const registry = openRegistry(data);
  if (flags.yes !== true) {
    const found = await surveyDatabase(registry, body.database);
    return print(`${surveyText(found)}\nNothing has been changed. Give --yes to adopt the database.\n`);
  }
  requireUsableFolder(data);
  const found = await adoptProject(registry, body);
  const end = `The database is the project "${body.project}" now. A running server learns of it within a second.\n`;
  print(`${surveyText(found)}\n${end}`);
}

function bodyOf(flags: AdoptFlags): CreateBody {
  return readCreateBody({
    ...databaseBody(flags, process.env),
    project: flags.project,
    adopt: true,
    private: flags.private === true,
    relations: flags.relations === true,
    user_email: flags.userEmail,
    user_password: secret(flags.userPassword, flags.userPasswordEnv, process.env),
    // Anyone who can write to the data folder needs no token.
    super_admin_token: 'none',
  });
}

function print(text: string): void {
  process.stdout.write(text);
}

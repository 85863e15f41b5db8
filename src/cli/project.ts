import type { Command } from 'commander';
import { makeProject } from '../projects/create.ts';
import { readCreateBody } from '../projects/create-body.ts';
import { deleteProject } from '../projects/delete.ts';
import { openRegistry } from '../projects/open-registry.ts';
import { resumeProject, suspendProject } from '../projects/suspend.ts';
import { requireUsableFolder } from './data-folder.ts';
import { addDatabaseFlags, type DatabaseFlags, databaseBody, databaseIn, secret } from './database-flags.ts';
import { reported } from './failure.ts';
import { requireNewKey } from './new-key.ts';
import { addDataFlag, dataOf, missingProject, type ProjectFlags, registryOf } from './with-project.ts';

interface CreateFlags extends DatabaseFlags, ProjectFlags {
  readonly private?: boolean;
  readonly name?: string;
  readonly userEmail: string;
  readonly userPassword?: string;
  readonly userPasswordEnv?: string;
}

interface RemoveFlags extends ProjectFlags {
  readonly keepBackups?: boolean;
  readonly keepFiles?: boolean;
  readonly yes?: boolean;
}

/** Adds the commands that list, create, suspend and remove projects. */
export function addProject(program: Command): void {
  const project = program.command('project').description('List, create, suspend and remove projects');
  addDataFlag(project.command('list').description('List all projects, private ones too')).action(
    (flags: Pick<ProjectFlags, 'data'>) => reported(async () => list(flags)),
  );
  addDatabaseFlags(project.command('create').description('Create a project in an empty database'))
    .requiredOption('--project <key>', 'key of the project')
    .option('--private', 'do not list the project')
    .option('--name <text>', 'name of the project')
    .requiredOption('--user-email <address>', 'first administrator')
    .option('--user-password <secret>', 'its password; better given as a variable')
    .option('--user-password-env <variable>', 'environment variable that holds its password')
    .action((flags: CreateFlags) => reported(() => create(flags)));
  addDataFlag(project.command('remove').description('Remove a project, and empty its database'))
    .requiredOption('--project <key>', 'key of the project')
    .option('--keep-backups', 'leave its backups, which are removed otherwise')
    .option('--keep-files', 'leave its files, which are removed otherwise')
    .option('--yes', 'remove it; without this nothing happens')
    .action((flags: RemoveFlags) => reported(() => remove(flags)));
  addDataFlag(project.command('suspend').description('Have a project answer no requests and do no work'))
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: ProjectFlags) => reported(() => suspend(flags)));
  addDataFlag(project.command('resume').description('End the suspension of a project, and call off its removal'))
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: ProjectFlags) => reported(() => resume(flags)));
}

function list(flags: Pick<ProjectFlags, 'data'>): void {
  const configs = registryOf(flags).configs();
  const width = Math.max(0, ...configs.map(({ project }) => project.length));
  for (const { project, private: hidden, database, suspended } of configs) {
    const marks = `${hidden ? '  private' : ''}${suspended ? '  suspended' : ''}`;
    print(`${project.padEnd(width)}  ${database.type}  ${database.name}${marks}`);
  }
}

async function create(flags: CreateFlags): Promise<void> {
  requireNewKey('--project', flags.project);
  databaseIn(flags);
  const body = readCreateBody({
    ...databaseBody(flags, process.env),
    project: flags.project,
    private: flags.private === true,
    strict: true,
    project_name: flags.name,
    user_email: flags.userEmail,
    user_password: secret(flags.userPassword, flags.userPasswordEnv, process.env),
    // Anyone who can write to the data folder needs no token.
    super_admin_token: 'none',
  });
  const data = dataOf(flags);
  requireUsableFolder(data);
  await makeProject(openRegistry(data), body);
  print(`The project "${flags.project}" is made. ${NOTICED_SOON}`);
}

async function remove({ yes, keepBackups, keepFiles, ...flags }: RemoveFlags): Promise<void> {
  const registry = registryOf(flags);
  const config = registry.configOf(flags.project);
  if (!config) throw missingProject(flags.project, flags);
  if (yes !== true) {
    const removed = [
      `what is in the ${config.database.type} database "${config.database.name}"`,
      ...(keepFiles ? [] : ['files']),
      ...(keepBackups ? [] : [`backups (${registry.locations.backupsOf(flags.project).length})`]),
    ];
    return print(`Nothing has been changed. Give --yes to remove ${new Intl.ListFormat('en-GB').format(removed)}.`);
  }
  await deleteProject(registry, flags.project, { keepBackups, keepFiles });
  print(`The project "${flags.project}" is removed. ${NOTICED_SOON}`);
}

async function suspend(flags: ProjectFlags): Promise<void> {
  await suspendProject(registryOf(flags), flags.project);
  print(`The project "${flags.project}" is suspended. ${NOTICED}`);
}

async function resume(flags: ProjectFlags): Promise<void> {
  await resumeProject(registryOf(flags), flags.project);
  print(`The project "${flags.project}" is not suspended. ${NOTICED}`);
}

const NOTICED_SOON = 'A running server notices within a second.';
const NOTICED = 'A running server notices within seconds.';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

import type { Command } from 'commander';
import { openRegistry } from '../projects/open-registry.ts';
import { restoreProject } from '../projects/restore/restore.ts';
import { requireUsableFolder } from './data-folder.ts';
import { addDatabaseFlags, type DatabaseFlags, databaseIn } from './database-flags.ts';
import { requireFile } from './existing-file.ts';
import { reported } from './failure.ts';
import { requireNewKey } from './new-key.ts';
import { dataOf } from './with-project.ts';

interface RestoreFlags extends DatabaseFlags {
  readonly data?: string;
  readonly project: string;
}

/** Adds the command that creates a project from a backup. */
export function addRestore(program: Command): void {
  addDatabaseFlags(
    program.command('restore').description('Make a project of a backup, in an empty database of any engine'),
  )
    .argument('<file>', 'the backup')
    .requiredOption('--project <key>', 'key of the project; with another key than before it is a copy')
    .action((file: string, flags: RestoreFlags) => reported(() => restore(file, flags)));
}

async function restore(file: string, flags: RestoreFlags): Promise<void> {
  requireNewKey('--project', flags.project);
  const database = databaseIn(flags);
  requireFile(file);
  const data = dataOf(flags);
  requireUsableFolder(data);
  const { tables, rows, files, begun } = await restoreProject(openRegistry(data), {
    file,
    to: flags.project,
    database,
  });
  process.stdout.write(
    `${tables} tables, ${rows} rows, ${files} files\nThe project "${flags.project}" is as it was on ${momentOf(begun)}. All of it was read back and compared with the backup.\n`,
  );
}

/** An ISO date in readable form. */
const momentOf = (iso: string): string => iso.replace('T', ' at ').replace(/\.\d+Z$|Z$/, ' UTC');

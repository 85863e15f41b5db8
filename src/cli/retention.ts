import type { Command } from 'commander';
import { applyRetention } from '../services/retention/apply.ts';
import { reported } from './failure.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

/** Adds the command that removes the records that a project's settings no longer keep. */
export function addRetention(program: Command): void {
  const command = program.command('retention');
  addDataFlag(command.description('Remove revisions and activity beyond what the settings of a project keep'))
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: ProjectFlags) => reported(() => thin(flags)));
}

async function thin(flags: ProjectFlags): Promise<void> {
  const { revisions, activity } = await withProject(flags, ({ store, now }) => applyRetention(store, now));
  process.stdout.write(`${revisions} revisions and ${activity} records of activity removed\n`);
}

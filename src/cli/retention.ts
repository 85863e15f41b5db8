import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { optionTable, readOptions } from '../config/options.ts';
import { openRegistry } from '../projects/open-registry.ts';
import { applyRetention } from '../services/retention/apply.ts';
import { told } from './failure.ts';

interface RetentionFlags {
  readonly data?: string;
  readonly project: string;
}

/** Adds the command that removes the records that a project's settings do not keep. */
export function addRetention(program: Command): void {
  const { flag, value, help, variable } = optionTable.data;
  program
    .command('retention')
    .description('Remove the revisions and activity that the settings of a project do not keep')
    .option(`${flag} <${value}>`, `${help} (${variable})`)
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: RetentionFlags) => told(() => thin(flags)));
}

async function thin({ data: folder, project: key }: RetentionFlags): Promise<void> {
  const { data } = readOptions(folder === undefined ? {} : { data: folder }, process.env);
  const registry = openRegistry(data);
  try {
    const project = await registry.find(key);
    if (!project) throw new ConfigError(`there is no project ${key}`);
    const { revisions, activity } = await applyRetention(project, new Date());
    process.stdout.write(`${revisions} revisions and ${activity} records of activity removed\n`);
  } finally {
    await registry.closeAll();
  }
}

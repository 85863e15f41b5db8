import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { helpOf, optionTable, readOptions, usageOf } from '../config/options.ts';
import { type Context, serverContext } from '../persistence/context.ts';
import { openRegistry } from '../projects/open-registry.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { requireExistingFolder } from './data-folder.ts';

/** The flags that select a project. */
export interface ProjectFlags {
  readonly data?: string;
  readonly project: string;
}

/** Adds the flag of the data folder. */
export function addDataFlag(command: Command): Command {
  return command.option(usageOf(optionTable.data), helpOf(optionTable.data));
}

/** The data folder that flags or variables name. */
export function dataOf({ data }: Pick<ProjectFlags, 'data'>): string {
  return readOptions(data === undefined ? {} : { data }, process.env).data;
}

/** Opens the registry of the data folder, which must exist. Throws {@link ConfigError}. */
export function registryOf(flags: Pick<ProjectFlags, 'data'>): ProjectRegistry {
  const data = dataOf(flags);
  requireExistingFolder(data);
  return openRegistry(data);
}

/** The complaint about a project that the data folder does not have. */
export function missingProject(key: string, flags: Pick<ProjectFlags, 'data'>): ConfigError {
  return new ConfigError(`there is no project "${key}" in the data folder ${dataOf(flags)}`);
}

/** Runs work on a project as the server itself, whether or not a server is running. Throws {@link ConfigError}. */
export async function withProject<T>(flags: ProjectFlags, work: (context: Context) => Promise<T>): Promise<T> {
  const registry = registryOf(flags);
  try {
    const store = await registry.find(flags.project);
    if (!store) throw missingProject(flags.project, flags);
    return await work(serverContext(store));
  } finally {
    await registry.closeAll();
  }
}

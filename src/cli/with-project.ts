import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { optionTable, readOptions } from '../config/options.ts';
import { type Context, serverContext } from '../persistence/context.ts';
import { openRegistry } from '../projects/open-registry.ts';
import type { ProjectRegistry } from '../projects/registry.ts';

/** The flags that select a project. */
export interface ProjectFlags {
  readonly data?: string;
  readonly project: string;
}

/** Adds the flag of the data folder. */
export function addDataFlag(command: Command): Command {
  const { flag, value, help, variable } = optionTable.data;
  return command.option(`${flag} <${value}>`, `${help} (${variable})`);
}

/** Opens the registry of the data folder that flags or variables name. Throws {@link ConfigError}. */
export function registryOf({ data }: Pick<ProjectFlags, 'data'>): ProjectRegistry {
  return openRegistry(readOptions(data === undefined ? {} : { data }, process.env).data);
}

/** Runs work on a project as the server itself, whether or not a server is running. Throws {@link ConfigError}. */
export async function withProject<T>(flags: ProjectFlags, work: (context: Context) => Promise<T>): Promise<T> {
  const registry = registryOf(flags);
  try {
    const store = await registry.find(flags.project);
    if (!store) throw new ConfigError(`there is no project "${flags.project}"`);
    return await work(serverContext(store, 'octavo'));
  } finally {
    await registry.closeAll();
  }
}

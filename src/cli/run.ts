import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { helpOf, optionTable, readOptions, type ServerOptions, usageOf } from '../config/options.ts';
import { VERSION } from '../shared/version.ts';
import { addAdopt } from './adopt.ts';
import { addCopy } from './copy.ts';
import { addDeliveries } from './deliveries.ts';
import { addExplain } from './explain.ts';
import { ignoreBrokenPipe } from './ignore-broken-pipe.ts';
import { addImport } from './import.ts';
import { Incomplete } from './incomplete.ts';
import { addJobs } from './jobs.ts';
import { printable } from './printable.ts';
import { addProject } from './project.ts';
import { addRestore } from './restore.ts';
import { addRetention } from './retention.ts';
import { serve } from './serve.ts';
import { addStorage } from './storage.ts';
import { addTypes } from './types.ts';
import { addUser } from './user.ts';
import { addWebhooks } from './webhooks.ts';

/** Exit code of a wrong option or configuration file: EX_CONFIG of sysexits. */
const EX_CONFIG = 78;
/** Commander's code for a group of commands of which none is named: it has already printed the help. */
const HELP_SHOWN = 'commander.help';
/** Exit code of a command that found something wrong. */
const INCOMPLETE = 1;

/** The flags of `serve`. */
type Given = Partial<Record<Exclude<keyof ServerOptions, 'studio'>, string>> & {
  /** False with `--no-studio`. */
  readonly studio: boolean;
  readonly sample?: boolean;
  readonly buildStudio?: boolean;
};

/** Runs the command line; returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  ignoreBrokenPipe(process.stdout, process.stderr);
  const program = new Command('octavo')
    .description('One server, many projects: a content API over SQL databases')
    .version(VERSION);
  program.exitOverride().configureOutput({ outputError: () => {} });
  const command = program.command('serve').description('Serve the projects of a data folder');
  for (const entry of Object.values(optionTable)) command.option(usageOf(entry), helpOf(entry));
  command.option('--sample', 'create the sample project "demo" when there is no project yet');
  command.option('--build-studio', 'build Studio beside the server, where its sources are newer than its build');
  command.action(async ({ studio, sample = false, buildStudio = false, ...flags }: Given) => {
    const options = readOptions({ ...flags, ...(!studio && { studio: 'off' }) }, process.env);
    await serve(options, { sample, buildStudio });
  });
  addAdopt(program);
  addCopy(program);
  addRestore(program);
  addImport(program);
  addStorage(program);
  addExplain(program);
  addRetention(program);
  addUser(program);
  addProject(program);
  addDeliveries(program);
  addJobs(program);
  addWebhooks(program);
  addTypes(program);
  try {
    await program.parseAsync(args.length > 0 ? [...args] : ['serve'], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof Incomplete) return INCOMPLETE;
    if (error instanceof CommanderError && error.code === HELP_SHOWN) return EX_CONFIG;
    if (!(error instanceof ConfigError || error instanceof CommanderError)) throw error;
    process.stderr.write(`octavo: ${printable(error.message.replace(/^error: /, '').replaceAll('\n', ' '))}\n`);
    return EX_CONFIG;
  }
}

import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { webhookSecret } from '../config/webhook-secret.ts';
import { reported } from './failure.ts';
import { addDataFlag, type ProjectFlags, registryOf } from './with-project.ts';

/** Adds the command that shows the secret of webhook signatures. */
export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('Help to verify webhooks');
  addDataFlag(webhooks.command('secret').description('Show the secret that signs the webhooks of a project'))
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: ProjectFlags) => reported(async () => show(flags)));
}

function show(flags: ProjectFlags): void {
  const config = registryOf(flags).configOf(flags.project);
  if (!config) throw new ConfigError(`there is no project "${flags.project}"`);
  process.stdout.write(`${webhookSecret(config)}\n`);
}

import type { Command } from 'commander';
import { signingSecrets } from '../services/webhooks/secret.ts';
import { reported } from './failure.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

/** Adds the command that shows the secret of webhook signatures. */
export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('Help to verify webhooks');
  addDataFlag(webhooks.command('secret').description('Show the secret that signs the webhooks of a project'))
    .requiredOption('--project <key>', 'key of the project')
    .action((flags: ProjectFlags) => reported(() => show(flags)));
}

async function show(flags: ProjectFlags): Promise<void> {
  const { current } = await withProject(flags, ({ store }) => signingSecrets(store));
  process.stdout.write(`${current}\n`);
}

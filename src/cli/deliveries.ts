import type { Command } from 'commander';
import { type Delivery, listDeliveries, replayDelivery } from '../services/outbox/deliveries.ts';
import { reported } from './failure.ts';
import { printable } from './printable.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

/** Adds the commands that list and repeat a project's deliveries: mails and webhook calls. */
export function addDeliveries(program: Command): void {
  const deliveries = program.command('deliveries').description('Show and repeat the deliveries of a project');
  addDataFlag(deliveries.command('list').description('List the newest deliveries'))
    .requiredOption('--project <key>', 'key of the project')
    .option('--status <status>', 'pending, done or failed')
    .action((flags: ProjectFlags & { readonly status?: string }) => reported(() => list(flags)));
  addDataFlag(deliveries.command('replay').description('Have the running server repeat a delivery'))
    .requiredOption('--project <key>', 'key of the project')
    .requiredOption('--id <number>', 'the delivery, as the list shows it')
    .action((flags: ProjectFlags & { readonly id: string }) => reported(() => replay(flags)));
}

async function list(flags: ProjectFlags & { readonly status?: string }): Promise<void> {
  const found = await withProject(flags, (context) => listDeliveries(context, { status: flags.status }));
  for (const delivery of found) process.stdout.write(`${lineOf(delivery)}\n`);
}

function lineOf({ id, status, attempts, answered, created_on: made, subject, error }: Delivery): string {
  const parts = [id, status, `${attempts}x`, answered ?? '-', made, subject, error ?? ''];
  return printable(parts.join('  ').trimEnd());
}

async function replay({ id, ...flags }: ProjectFlags & { readonly id: string }): Promise<void> {
  await withProject(flags, (context) => replayDelivery(context, id));
  process.stdout.write(`Delivery ${id} leaves within a minute if a server runs.\n`);
}

import type { Command } from 'commander';
import { copyProject } from '../projects/copy/copy.ts';
import type { Sums } from '../projects/copy/fill.ts';
import { addDatabaseFlags, type DatabaseFlags, databaseIn } from './database-flags.ts';
import { reported } from './failure.ts';
import { requireNewKey } from './new-key.ts';
import { missingProject, registryOf } from './with-project.ts';

interface CopyFlags extends DatabaseFlags {
  readonly data?: string;
  readonly from: string;
  readonly to: string;
}

/** Adds the command that copies a project to any engine. */
export function addCopy(program: Command): void {
  addDatabaseFlags(program.command('copy').description('Copy a project into an empty database of any engine'))
    .requiredOption('--from <key>', 'key of the project')
    .requiredOption('--to <key>', 'key of the copy')
    .action((flags: CopyFlags) => reported(() => copy(flags)));
}

async function copy(flags: CopyFlags): Promise<void> {
  requireNewKey('--to', flags.to);
  const database = databaseIn(flags);
  const registry = registryOf(flags);
  if (!registry.configOf(flags.from)) throw missingProject(flags.from, flags);
  const begun = performance.now();
  const { sums, files } = await copyProject(registry, { from: flags.from, to: flags.to, database });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(
    `${sumsText(sums)}\n${files} files\n${flags.from} is copied to ${flags.to}, in ${seconds} s; everything reads back alike.\n`,
  );
}

function sumsText(sums: Sums): string {
  const width = Math.max(0, ...[...sums.keys()].map((name) => name.length));
  const rows = [...sums.values()].reduce((total, sum) => total + sum.rows, 0);
  return [
    ...[...sums].map(([name, sum]) => `  ${name.padEnd(width)} ${String(sum.rows).padStart(9)}  ${sum.checksum}`),
    `${sums.size} tables, ${rows} rows`,
  ].join('\n');
}

import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { checkStorage, type StorageReport } from '../services/files/check.ts';
import { reported } from './failure.ts';
import { Incomplete } from './incomplete.ts';
import { addDataFlag, missingProject, registryOf } from './with-project.ts';

interface CheckFlags {
  readonly data?: string;
  readonly project?: string;
  readonly repair?: boolean;
  readonly contents?: boolean;
  readonly grace: string;
}

/** Adds the command that compares rows of files with their objects. */
export function addStorage(program: Command): void {
  const storage = program.command('storage').description('Check the objects of files');
  addDataFlag(storage.command('check').description('Find files without an object, and objects without a file'))
    .option('--project <key>', 'only this project')
    .option('--contents', 'compare checksums too, which reads every object')
    .option('--repair', 'remove objects without a file, and the remains of unfinished uploads')
    .option('--grace <minutes>', 'leave alone what is younger: it may belong to an upload under way', '60')
    .action((flags: CheckFlags) => reported(() => check(flags)));
}

async function check(flags: CheckFlags): Promise<void> {
  if (!/^\d{1,6}$/.test(flags.grace))
    throw new ConfigError(`--grace must be a number of minutes, not "${flags.grace}"`);
  const registry = registryOf(flags);
  let isSound = true;
  try {
    for (const key of keysOf(registry, flags)) isSound = (await isWhole(registry, key, flags)) && isSound;
  } finally {
    await registry.closeAll();
  }
  if (!isSound) throw new Incomplete();
}

function keysOf(registry: ProjectRegistry, flags: CheckFlags): readonly string[] {
  const { project } = flags;
  if (project === undefined) return registry.allKeys();
  if (!registry.configOf(project)) throw missingProject(project, flags);
  return [project];
}

/** Prints the result of checking a project's files; false if something is wrong and was not repaired. */
async function isWhole(registry: ProjectRegistry, key: string, flags: CheckFlags): Promise<boolean> {
  const project = await registry.find(key);
  if (!project) return true;
  const before = new Date(Date.now() - Number(flags.grace) * 60_000);
  const report = await checkStorage(project, {
    repair: flags.repair === true,
    contents: flags.contents === true,
    before,
  });
  process.stdout.write(reportText(key, report, flags.repair === true));
  return report.broken.length === 0 && (report.orphans.length === 0 || flags.repair === true);
}

function reportText(key: string, { files, broken, orphans, unfinished }: StorageReport, repaired: boolean): string {
  const lines = [
    `${key}: ${files} files, ${broken.length} broken, ${orphans.length} objects without a file`,
    ...broken.map(({ id, disk, fault }) => `  file ${id} (${disk}): ${FAULTS[fault]}`),
    ...orphans.map((name) => `  ${name}: ${repaired ? 'removed' : 'belongs to no file'}`),
    ...(unfinished > 0 ? [`  ${unfinished} unfinished uploads removed`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const FAULTS = {
  missing: 'its object is missing',
  size: 'its object has another size',
  checksum: 'its object has another checksum',
} as const;

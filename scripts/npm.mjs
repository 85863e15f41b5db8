// Runs npm: the one that runs this process, if one does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Installs what the lockfile of a folder says, and runs no scripts of packages. Fails when npm does. */
export async function npmCi(folder, args) {
  const given = ['ci', '--ignore-scripts', ...QUIET, ...args];
  const child = start(given, { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('npm ci failed');
}

function start(args, options) {
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return spawn(process.execPath, [own, ...args], options);
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' });
}

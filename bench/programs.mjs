import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Starts a program and waits for the first number that it prints: its port. It ends with this process. */
export async function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  child.stdout.resume();
  return { child, port: Number(/(\d{4,5})\s*$/m.exec(printed)[1]) };
}

/** Starts the server on a data folder. */
export const serve = (data, env = {}) =>
  start(['dist/main.js', 'serve', '--data', data, '--port', '0', '--log-level', 'silent'], env);

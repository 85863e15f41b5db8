import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TICK_MS = 10;
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

/** The CPU time of a program since it began, in milliseconds, as coarse as the clock of processes. */
export function cpuOf({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The most memory that a process has had, in MB; the former value once it has gone. */
export function peakOf({ pid }, former = 0) {
  try {
    const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
    return Math.round((kibibytes * 1024) / 1_000_000);
  } catch {
    return former;
  }
}

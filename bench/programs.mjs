import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Starts a program and waits for the first number that it prints: its port. It ends with this process. */
export async function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let printed = '';
  while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  child.stdout.resume();
  return { child, port: Number(/(\d{4,5})\s*$/m.exec(printed)[1]) };
}

/**
 * Keeps the main threads of programs on one processor, and this one on the others, where the system can: whoever wakes up a
 * program on another processor pays for it, a quarter of a short request, and the system changes its mind about that.
 * Returns what lets this one go again: programs that it starts would be kept with it.
 */
export function keepApart(...programs) {
  if (PROCESSORS < 2) return () => {};
  for (const { child } of programs) spawnSync('taskset', ['-cp', '0', String(child.pid)]);
  keepAside(process.pid);
  return () => spawnSync('taskset', ['-acp', `0-${PROCESSORS - 1}`, String(process.pid)]);
}

/** Keeps all threads of a process, and those that it starts from now on, on the processors that programs are not kept on. */
export function keepAside(pid) {
  if (PROCESSORS > 1) spawnSync('taskset', ['-acp', `1-${PROCESSORS - 1}`, String(pid)]);
}

const PROCESSORS = availableParallelism();

/** Starts the server on a data folder, with the log that it writes by default. */
export const serve = (data, env = {}) => start(['dist/main.js', 'serve', '--data', data, '--port', '0'], env);

/** Ends a program, and waits until it has gone. */
export async function end({ child }) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** The CPU time of a program and its children since they began, in milliseconds. */
export function cpuOf({ child }) {
  const nanoseconds = [child.pid, ...childrenOf(child.pid)].map(nanosecondsOf);
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

/** The processes that the main thread of a process has started and that are alive. */
export const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** That of the threads of one process; 0 once it has gone. */
function nanosecondsOf(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.reduce((sum, task) => sum + Number(timesOf(pid, task)[0]), 0);
  } catch {
    return 0;
  }
}

/** Of a second; what the system counts the time of dead processes in. */
const TICKS = 100;

/** The CPU time of a process and its children, alive and dead, in milliseconds, to the nearest ten. */
export function treeCpuOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ticksOf(each), 0) * (1_000 / TICKS);
}

/** Times of a process and of its children that have ended. */
function ticksOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const figures = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return figures.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  } catch {
    return 0;
  }
}

const timesOf = (pid, task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');

/** The most memory that a process has had, in MB; the former value once it has gone. */
export function peakOf({ pid }, former = 0) {
  try {
    const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
    return Math.round((kibibytes * 1024) / 1_000_000);
  } catch {
    return former;
  }
}

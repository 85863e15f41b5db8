import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Starts a program and waits for the first number that it prints, which is its port. The program ends with this
 * process.
 */
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
 * Pins the main threads of programs to one processor, and this process to the others, if the system supports it. Waking
 * a program on another processor costs a quarter of a short request, and the scheduler changes its placement from time
 * to time. Returns a function that unpins this process, because programs that it starts would inherit the pinning.
 */
export function keepApart(...programs) {
  if (PROCESSORS < 2) return () => {};
  for (const { child } of programs) spawnSync('taskset', ['-cp', '0', String(child.pid)]);
  keepAside(process.pid);
  return () => spawnSync('taskset', ['-acp', `0-${PROCESSORS - 1}`, String(process.pid)]);
}

/**
 * Pins all threads of a process, and those that it starts from now on, to the processors that measured programs are not
 * pinned to.
 */
export function keepAside(pid) {
  if (PROCESSORS > 1) spawnSync('taskset', ['-acp', `1-${PROCESSORS - 1}`, String(pid)]);
}

const PROCESSORS = availableParallelism();

/** Starts the server on a data folder, with the log that it writes by default. */
export const serve = (data, env = {}) => start(['dist/main.js', 'serve', '--data', data, '--port', '0'], env);

/** Ends a program, and waits for its exit. */
export async function end({ child }) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** The CPU time of a program and its children since their start, in milliseconds. */
export function cpuOf({ child }) {
  const nanoseconds = [child.pid, ...childrenOf(child.pid)].map(nanosecondsOf);
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

/** The live processes that the main thread of a process has started. */
export const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The CPU time of one process in nanoseconds; 0 if it has ended. */
function nanosecondsOf(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.reduce((sum, task) => sum + Number(timesOf(pid, task)[0]), 0);
  } catch {
    return 0;
  }
}

/** The number of ticks per second in which the system counts the time of dead processes. */
const TICKS = 100;

/** The CPU time of a process and its children, alive and dead, in milliseconds, with a precision of ten. */
export function treeCpuOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ticksOf(each), 0) * (1_000 / TICKS);
}

/** The CPU times of a process and of its dead children, in ticks. */
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

/** The peak memory of a process in MB; the former value if it has ended. */
export function peakOf({ pid }, former = 0) {
  try {
    const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
    return Math.round((kibibytes * 1024) / 1_000_000);
  } catch {
    return former;
  }
}

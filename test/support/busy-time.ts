import { readFileSync } from 'node:fs';

/**
 * The CPU time of this thread in milliseconds, so that a busy machine does not fail a test; where the system does not
 * report it, the time.
 */
export const busyMs = (): number => cpuMs('/proc/thread-self/schedstat') ?? performance.now();

/** The CPU time of the main thread of a process in milliseconds; undefined where the system does not report it. */
export const busyMsOf = (pid: number): number | undefined => cpuMs(`/proc/${pid}/task/${pid}/schedstat`);

function cpuMs(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

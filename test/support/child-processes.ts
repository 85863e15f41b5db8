import { readdirSync, readFileSync } from 'node:fs';

/** A file about a thread or a process; empty once that has ended. */
function readWhileAlive(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The live processes that a process has started, on Linux. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readWhileAlive(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((child) => child.trim() !== '')
    .map(Number);

/**
 * The children of a process that write the database file of this name: their arguments contain it, and those of readers
 * do not.
 */
export const writersOf = (pid: number, file: string): number[] =>
  childrenOf(pid).filter((child) => readWhileAlive(`/proc/${child}/cmdline`).includes(file));

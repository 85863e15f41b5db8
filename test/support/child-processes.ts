import { readdirSync, readFileSync } from 'node:fs';

/** The live processes that a process has started, on Linux. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((child) => child !== '')
    .map(Number);

/** The children of a process that write the database file of this name: their arguments contain it, and readers' do not. */
export const writersOf = (pid: number, file: string): number[] =>
  childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(file));

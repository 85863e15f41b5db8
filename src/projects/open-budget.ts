import { descriptorLimit } from '../shared/descriptors.ts';

/** File descriptors per open project: two connections to its file, its log and its index. */
const PER_PROJECT = 8;
/** The minimum number of projects that a server keeps open. */
const MIN_OPEN = 16;

/** How many projects may be open: `most`, or as many as a quarter of the process's file descriptors allows. */
export function openBudget(most: number): number {
  return Math.max(MIN_OPEN, Math.min(most, Math.floor(descriptorLimit() / 4 / PER_PROJECT)));
}

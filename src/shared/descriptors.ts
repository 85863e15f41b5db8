import { readFileSync } from 'node:fs';

const ORDINARY = 1_024;

/** How many files the process may have open; what is usual where the system does not say. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? ORDINARY);
  } catch {
    return ORDINARY;
  }
}

import { readFileSync } from 'node:fs';

const ORDINARY = 1_024;

/** The limit on open files of the process; a common default if the system does not report it. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? ORDINARY);
  } catch {
    return ORDINARY;
  }
}

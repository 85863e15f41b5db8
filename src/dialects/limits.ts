import type { DatabaseAddress, Limits } from './dialect.ts';

/** A connection that does not come about is given up while a caller still waits, even when it takes two of them. */
const DEFAULTS: Required<Limits> = { connections: 8, connectS: 4, statementS: 10 };

/** What a database may take, where nothing else is said. */
export function limitsOf({ limits }: DatabaseAddress): Required<Limits> {
  return { ...DEFAULTS, ...limits };
}

/** How many transactions of a process run side by side: fewer than connections, for they read and wait too. */
export function writersOf(address: DatabaseAddress): number {
  return Math.floor(limitsOf(address).connections / 2);
}

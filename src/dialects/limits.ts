import type { DatabaseAddress, Limits } from './dialect.ts';

/** The connect timeout is short enough that two attempts fit into a client's patience. */
const DEFAULTS: Required<Limits> = { connections: 8, connectS: 4, statementS: 10 };

/** The limits of a database, with defaults filled in. */
export function limitsOf({ limits }: DatabaseAddress): Required<Limits> {
  return { ...DEFAULTS, ...limits };
}

/**
 * How many transactions a process runs concurrently: fewer than it has connections, since transactions also read and
 * wait.
 */
export function writersOf(address: DatabaseAddress): number {
  return Math.floor(limitsOf(address).connections / 2);
}

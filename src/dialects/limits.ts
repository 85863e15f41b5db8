import type { DatabaseAddress, Limits } from './dialect.ts';

/** The connect timeout is short enough for two attempts before clients give up. */
const DEFAULTS: Required<Limits> = { connections: 8, connectS: 4, statementS: 10 };

/** The limits of a database, with defaults filled in. */
export function limitsOf({ limits }: DatabaseAddress): Required<Limits> {
  return { ...DEFAULTS, ...limits };
}

/**
 * The number of transactions that a process runs concurrently. It is lower than the number of connections, because
 * transactions also read and wait.
 */
export function writersOf(address: DatabaseAddress): number {
  return Math.floor(limitsOf(address).connections / 2);
}

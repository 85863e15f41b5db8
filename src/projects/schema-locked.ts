import type { Database } from '../dialects/dialect.ts';

/** How long the work waits for other servers, and for statements that a dead process has left running. */
const LOCK_S = 30;

/** Installs or removes system tables while no other server does so in the same database. */
export function schemaLocked(database: Database, work: () => Promise<void>): Promise<void> {
  return database.withSchemaLock?.(LOCK_S, work) ?? work();
}

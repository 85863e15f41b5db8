import { randomUUID } from 'node:crypto';
import type { Database, Dialect } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import { databaseRefusal } from '../persistence/database-refusal.ts';
import type { Table } from '../schema/column.ts';
import { systemTables } from '../schema/system/tables.ts';
import type { CreateBody } from './create-body.ts';
import { dropSystemTables, type Installation, install, removeInstallation } from './install.ts';
import { schemaLocked } from './schema-locked.ts';
import { setMark } from './unfinished/mark.ts';
import type { Notes } from './unfinished/while-unfinished.ts';

/** What to install, and whether existing system tables may be overwritten. */
interface Wanted {
  readonly body: Pick<CreateBody, 'force' | 'existing' | 'database'>;
  readonly installation: Installation;
  readonly notes: Notes;
}

/**
 * Installs the system tables; existing ones are dropped first if the body allows it. User tables are not touched. If
 * several servers do so in one database at the same time, one of them succeeds. Error 0.
 */
export async function installExclusively(database: Database, dialect: Dialect, wanted: Wanted): Promise<void> {
  try {
    await schemaLocked(database, () => installInto(database, dialect, wanted));
  } catch (error) {
    throw databaseRefusal(error instanceof ApiError ? null : dialect.classify(error)) ?? error;
  }
}

/** Looks at the database again: another server may have installed tables in it, or may do so at the same time. */
async function installInto(database: Database, dialect: Dialect, { body, installation, notes }: Wanted): Promise<void> {
  let hasBegun = false;
  try {
    await database.transaction(async (connection) => {
      const present = await dialect.introspect(connection);
      const isTaken = isOccupied(present, body);
      hasBegun = true;
      await dropSystemTables(connection, dialect, present);
      // Tables that may be overwritten must not be removed as leftovers.
      if (!isTaken) {
        const mark = randomUUID();
        notes.fills({ former: 'tables', mark });
        await setMark(connection, dialect, mark);
      }
      await install(connection, dialect, installation);
    });
  } catch (error) {
    if (hasBegun && !dialect.capabilities.transactionalDdl) await removeHalf(database, dialect);
    throw error;
  }
}

/** Whether there are system tables. Error 0 if there are and the body does not allow for them. */
export function isOccupied(present: readonly Table[], { force, existing, database }: Wanted['body']): boolean {
  const names = new Set(systemTables.map(({ name }) => name));
  const occupied = present.some(({ name }) => names.has(name));
  if (occupied && !force && !existing) throw new ApiError('databaseOccupied', { name: database.name });
  return occupied;
}

/** If DDL is not rolled back, a partial installation would block the next attempt. */
async function removeHalf(database: Database, dialect: Dialect): Promise<void> {
  try {
    await removeInstallation(database, dialect);
  } catch {
    // The cause of the failed installation is the better error; `force` removes the rest.
  }
}

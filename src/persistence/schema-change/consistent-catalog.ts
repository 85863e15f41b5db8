import type { Database, Dialect } from '../../dialects/dialect.ts';
import type { Catalog } from '../catalog.ts';
import { loadCatalog } from '../load-catalog.ts';
import { recover } from './carry-out.ts';

/**
 * Loads the catalogue while holding the schema lock, so that tables and descriptions are consistent. An unfinished
 * schema change of a dead process is completed first. Throws a failure of the kind `busy` if the lock is not free
 * within `timeoutS` seconds.
 */
export function loadConsistentCatalog(
  database: Database,
  dialect: Dialect,
  version: number,
  timeoutS: number,
  former?: Catalog,
): Promise<Catalog> {
  if (!database.withSchemaLock)
    return database.transaction((connection) => loadCatalog(connection, dialect, version, former));
  return database.withSchemaLock(timeoutS, async (session) => {
    await recover(session, dialect);
    return loadCatalog(session, dialect, version, former);
  });
}

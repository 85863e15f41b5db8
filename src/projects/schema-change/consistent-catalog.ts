import type { Database, Dialect } from '../../dialects/dialect.ts';
import type { Catalog } from '../../persistence/store.ts';
import { loadCatalog } from '../load-catalog.ts';
import { recover } from './carry-out.ts';

/**
 * Reads the catalogue while nobody changes the schema, so that tables and their descriptions belong together. A change
 * that its process left in the middle is brought to an end first. Throws a failure of the kind `busy` while somebody
 * takes longer than `timeoutS` seconds.
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

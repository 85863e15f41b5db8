import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ProjectRegistry } from './registry.ts';

/** Deletes a project: its configuration and its files go, its database is emptied. Error 1. (Specification, "Projects and server".) */
export async function deleteProject(registry: ProjectRegistry, key: string): Promise<void> {
  await registry.alone(async () => {
    const config = registry.configOf(key);
    if (!config) throw new ApiError('unknownProject', { project: key });
    const dialect = await dialectOf(config.database.type);
    await registry.remove(config);
    registry.deleteUploads(config);
    if (dialect.capabilities.embedded) return registry.deleteFile(config.database);
    const database = await dialect.open(registry.addressOf(config.database));
    try {
      await emptyDatabase(database, dialect);
    } finally {
      await database.close();
    }
  });
}

/** Drops all tables. The dialect's own go last: changes are told of in them. */
export async function emptyDatabase(database: Database, dialect: Dialect): Promise<void> {
  await database.transaction(async (connection) => {
    for (const { name } of await dialect.introspect(connection)) await drop(connection, dialect, name);
  });
  for (const name of dialect.ownTables) await drop(database, dialect, name);
}

async function drop(connection: Connection, dialect: Dialect, table: string): Promise<void> {
  for (const text of dialect.ddl.drop(table)) await connection.run({ text, parameters: [] });
}

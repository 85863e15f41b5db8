import type { DatabaseAddress } from '../dialect.ts';
import { LoneConnection } from './lone-connection.ts';
import { quote } from './quoting.ts';

const UNKNOWN_DATABASE = 1049;

/** Whether the database exists, as far as this account can tell. */
export async function exists(address: DatabaseAddress): Promise<boolean> {
  try {
    (await LoneConnection.open(address, address.name)).close();
    return true;
  } catch (error) {
    return (error as { errno?: number }).errno !== UNKNOWN_DATABASE;
  }
}

/** Drops a database with everything in it. */
export async function destroy(address: DatabaseAddress): Promise<void> {
  const connection = await LoneConnection.open(address, null);
  try {
    await connection.run(`DROP DATABASE IF EXISTS ${quote(address.name)}`);
  } finally {
    connection.close();
  }
}

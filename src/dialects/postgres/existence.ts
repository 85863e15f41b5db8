import type { DatabaseAddress } from '../dialect.ts';
import { withAuthority } from '../tls.ts';
import { quote } from './quoting.ts';
import { Sessions } from './session.ts';

const UNKNOWN_DATABASE = '3D000';
const ONE = { count: 1, statementMs: 60_000 };

/** Whether the database exists. */
export async function exists(address: DatabaseAddress): Promise<boolean> {
  try {
    await script(address, 'SELECT 1');
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code !== UNKNOWN_DATABASE;
  }
}

/** Drops a database with everything in it. */
export function destroy(address: DatabaseAddress): Promise<void> {
  return script({ ...address, name: 'postgres' }, `DROP DATABASE IF EXISTS ${quote(address.name)}`);
}

async function script(address: DatabaseAddress, text: string): Promise<void> {
  const sessions = new Sessions(withAuthority(address), ONE);
  try {
    await sessions.script(text);
  } finally {
    await sessions.close();
  }
}

import mysql, { type Connection } from 'mysql2/promise';
import { asText } from '../../shared/text.ts';
import type { DatabaseAddress } from '../dialect.ts';
import { encryptionOf, withAuthority } from '../tls.ts';
import { driverOptions } from './session.ts';

/** A connection and the address that it was made with. */
interface Connected {
  readonly connection: Connection;
  readonly address: DatabaseAddress;
}

const NO_ENCRYPTION = /^HANDSHAKE_(NO_SSL_SUPPORT|SSL_ERROR)$/;

/**
 * Connects to a database, or only to its server if the name is null. Falls back to an unencrypted connection if
 * encryption is merely preferred.
 */
export async function connect(given: DatabaseAddress, name: string | null): Promise<Connected> {
  const address = withAuthority(given);
  try {
    const connection = await mysql.createConnection(driverOptions(address, name));
    survive(connection);
    return { connection, address };
  } catch (error) {
    const unable = NO_ENCRYPTION.test(asText((error as { code?: unknown }).code));
    if (!unable || encryptionOf(address)?.mode !== 'prefer') throw error;
    return connect({ ...address, tls: false }, name);
  }
}

/**
 * Keeps the process alive when a connection is lost. Whoever waits for an answer gets the error; but the driver also
 * emits it, more than once, if a command is pending or added that nobody waits for, such as closing a statement.
 */
export function survive(connection: NodeJS.EventEmitter): void {
  connection.on('error', () => {});
}

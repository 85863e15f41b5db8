import mysql, { type Connection } from 'mysql2/promise';
import { asText } from '../../shared/text.ts';
import type { DatabaseAddress } from '../dialect.ts';
import { encryptionOf, withAuthority } from '../tls.ts';
import { driverOptions } from './session.ts';

/** A connection, and the address by which it came about. */
export interface Connected {
  readonly connection: Connection;
  readonly address: DatabaseAddress;
}

const NO_ENCRYPTION = /^HANDSHAKE_(NO_SSL_SUPPORT|SSL_ERROR)$/;

/** Connects with a database, or with its server alone where the name is null. Where encryption is a wish, it goes without. */
export async function connect(given: DatabaseAddress, name: string | null): Promise<Connected> {
  const address = withAuthority(given);
  try {
    return { connection: await mysql.createConnection(driverOptions(address, name)), address };
  } catch (error) {
    const unable = NO_ENCRYPTION.test(asText((error as { code?: unknown }).code));
    if (!unable || encryptionOf(address)?.mode !== 'prefer') throw error;
    return connect({ ...address, tls: false }, name);
  }
}

/** Which of the two servers answers. */
export async function isMariaDbServer(connection: Connection): Promise<boolean> {
  const [rows] = await connection.query('SELECT VERSION()');
  return /mariadb/i.test(JSON.stringify(rows));
}

/** How far the keys are apart that a statement of a new session counts. */
export async function keyStepOf(connection: Connection): Promise<number> {
  const [rows] = await connection.query('SELECT @@auto_increment_increment');
  return Number((rows as unknown as number[][])[0]?.[0] ?? 1);
}

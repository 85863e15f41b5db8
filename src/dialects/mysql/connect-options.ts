import { connect, isIP, type Socket } from 'node:net';
import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';
import { type Encryption, encryptionOf } from '../tls.ts';

/** After how long without traffic the system checks whether the server still exists; its own default is two hours. */
export const KEEP_ALIVE_MS = 60_000;
const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };

/** The driver options that locate the server and protect the connection. */
export function connectOptions(address: DatabaseAddress): PoolOptions {
  const { host = '127.0.0.1', port = 3306, socket } = address;
  if (socket) return { socketPath: socket };
  const encryption = encryptionOf({ ...address, host });
  return { host, port, ...(encryption && { ssl: handshake(encryption) }), ...named(encryption, port) };
}

function handshake({ rejectUnauthorized, ca }: Encryption) {
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca !== undefined && { ca }) };
}

/** The driver verifies certificates against the socket's host name, which is missing for plain IP addresses. */
function named(encryption: Encryption | null, port: number): { stream?: () => Socket } {
  if (!encryption?.rejectUnauthorized || !isIP(encryption.host)) return {};
  const { host } = encryption;
  return { stream: () => Object.assign(connect({ ...SOCKET, host, port }), { _host: host }) };
}

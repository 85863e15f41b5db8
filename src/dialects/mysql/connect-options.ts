import { connect, isIP, type Socket } from 'node:net';
import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';
import { type Encryption, encryptionOf } from '../tls.ts';

/** After how long without traffic the system checks whether the server still exists; its own default is two hours. */
const KEEP_ALIVE = { keepAliveInitialDelay: 60_000 };

/** The driver options that locate the server and protect the connection. */
export function connectOptions(address: DatabaseAddress): PoolOptions {
  const { host = '127.0.0.1', port = 3306, socket } = address;
  if (socket) return { socketPath: socket };
  const encryption = encryptionOf({ ...address, host });
  return { host, port, ...KEEP_ALIVE, ...(encryption && { ssl: handshake(encryption) }), ...named(encryption, port) };
}

function handshake({ rejectUnauthorized, ca }: Encryption) {
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca !== undefined && { ca }) };
}

/** The driver verifies certificates against the socket's host name, which is missing for plain IP addresses. */
function named(encryption: Encryption | null, port: number): { stream?: () => Socket } {
  if (!encryption?.rejectUnauthorized || !isIP(encryption.host)) return {};
  const { host } = encryption;
  const options = { host, port, noDelay: true, keepAlive: true, ...KEEP_ALIVE };
  return { stream: () => Object.assign(connect(options), { _host: host }) };
}

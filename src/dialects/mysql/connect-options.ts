import { connect, isIP, type Socket } from 'node:net';
import type { PoolOptions } from 'mysql2/promise';
import type { DatabaseAddress } from '../dialect.ts';
import { type Encryption, encryptionOf } from '../tls.ts';

/** The part of the driver's options that says where the server is and how the way to it is protected. */
export function connectOptions(address: DatabaseAddress): PoolOptions {
  const { host = '127.0.0.1', port = 3306, socket } = address;
  if (socket) return { socketPath: socket };
  const encryption = encryptionOf({ ...address, host });
  return { host, port, ...(encryption && { ssl: handshake(encryption) }), ...named(encryption, port) };
}

function handshake({ rejectUnauthorized, ca }: Encryption) {
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca !== undefined && { ca }) };
}

/** The driver has a certificate checked against the name of its socket, and sockets to bare addresses have none. */
function named(encryption: Encryption | null, port: number): { stream?: () => Socket } {
  if (!encryption?.rejectUnauthorized || !isIP(encryption.host)) return {};
  const { host } = encryption;
  return { stream: () => Object.assign(connect({ host, port, noDelay: true, keepAlive: true }), { _host: host }) };
}

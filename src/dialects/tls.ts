import { isIP } from 'node:net';
import { readAuthority } from '../config/authority.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { DatabaseAddress, Tls } from './dialect.ts';

/** How to encrypt a connection, with the details that the handshake needs. */
export interface Encryption {
  readonly mode: Tls['mode'];
  readonly host: string;
  /** The server name for the handshake; IP addresses are not allowed there. */
  readonly servername: string | undefined;
  readonly rejectUnauthorized: boolean;
  /** PEM text. */
  readonly ca: string | undefined;
}

/** The address with the text of its authority, so that the file is read only once. Throws if it cannot be read. */
export function withAuthority(address: DatabaseAddress): DatabaseAddress {
  const { tls } = address;
  if (!tls || tls.ca === undefined) return address;
  return { ...address, tls: { ...tls, ca: readAuthority(tls.ca) } };
}

/** The encryption of connections to an address; null for none, as with a socket. */
export function encryptionOf({ host = 'localhost', socket, tls }: DatabaseAddress): Encryption | null {
  if (socket || tls === false) return null;
  if (!tls) return isLoopback(host) ? null : { ...identity(host), ...UNVERIFIED, mode: 'prefer' };
  if (tls.mode !== 'verify') return { ...identity(host), ...UNVERIFIED, mode: tls.mode };
  return { ...identity(host), mode: 'verify', rejectUnauthorized: true, ca: tls.ca };
}

const UNVERIFIED = { rejectUnauthorized: false, ca: undefined } as const;

const identity = (host: string) => ({ host, servername: isIP(host) ? undefined : host });

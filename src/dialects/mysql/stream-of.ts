import type { Socket } from 'node:net';
import type { Connection } from 'mysql2';

/** The socket of a connection, which is a TLS socket if it is encrypted. The driver's types lack it. */
export const streamOf = (driver: Connection): Socket => (driver as unknown as { readonly stream: Socket }).stream;

/** The name of this machine where client addresses are recorded and listed. */
export const LOCALHOST = 'localhost';

const CLIENTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const HOSTS: ReadonlySet<string> = new Set([LOCALHOST, '127.0.0.1', '[::1]']);

/** Whether a host, by name or address, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === LOCALHOST || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Whether a host, written without a port as in URLs and the header `Host`, is this machine under one of its usual
 * names.
 */
export const isLoopbackHost = (host: string): boolean => HOSTS.has(host);

/** The address of a client as it is recorded; {@link LOCALHOST} for this machine. */
export const clientAddress = (ip: string): string => (CLIENTS.has(ip) ? LOCALHOST : ip);

/** What this machine is called where the addresses of clients are recorded and listed. */
export const LOCALHOST = 'localhost';

const CLIENTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const HOSTS: ReadonlySet<string> = new Set([LOCALHOST, '127.0.0.1', '[::1]']);

/** Whether a host, by name or address, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === LOCALHOST || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Whether a host as URLs and the header `Host` write it, without a port, is this machine under one of its usual names. */
export const isLoopbackHost = (host: string): boolean => HOSTS.has(host);

/** The address of a client as it is recorded: that of this machine as {@link LOCALHOST}. */
export const clientAddress = (ip: string): string => (CLIENTS.has(ip) ? LOCALHOST : ip);

import type { IncomingMessage, Server } from 'node:http';

/** An IPv4 address with a port, and an IPv6 address in brackets with or without one. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d+|\[([^\]]*)\](?::\d+)?)$/;

/**
 * Removes ports and brackets from the addresses in `X-Forwarded-For`. Some proxies add the port of the connection,
 * as in `203.0.113.7:49152`, so that each connection would count as another client. Must run before anything that reads
 * the header.
 */
export function readForwardedAddresses(server: Server): void {
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    const { 'x-forwarded-for': forwarded } = headers;
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
  });
}

/** The addresses in a header, without ports and brackets. */
function withoutPorts(header: string): string {
  if (!header.includes(':')) return header;
  return header
    .split(',')
    .map((entry) => entry.trim().replace(WITH_PORT, '$1$2'))
    .join(', ');
}

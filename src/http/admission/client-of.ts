import type { IncomingMessage } from 'node:http';
import { isListed } from '../../auth/ip-list.ts';

/** The address that a request comes from: the last one in the chain that is not a trusted proxy. */
export function clientOf({ socket, headers }: IncomingMessage, trusted: readonly string[]): string {
  const address = socket.remoteAddress ?? '';
  if (trusted.length === 0 || !isListed(address, trusted)) return address;
  const { 'x-forwarded-for': forwarded } = headers;
  const addresses = typeof forwarded === 'string' ? forwarded.split(',') : [];
  return addresses.map((each) => each.trim()).findLast((each) => each !== '' && !isListed(each, trusted)) ?? address;
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isListed } from '../../auth/ip-list.ts';
import { networkOf } from '../../auth/network-of.ts';
import { ApiError } from '../../errors/api-error.ts';
import { LOCALHOST } from '../../shared/loopback.ts';
import type { ConnectionLimits } from '../limits.ts';
import { endWith } from './client-errors.ts';

/**
 * Limits connections in total and per address. Further ones get error 11 and are closed. Connections from this machine
 * and from trusted proxies are not counted, since proxies serve many clients. Connections that ended before they were
 * accepted are dropped.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, trusted: readonly string[]): void {
  const counts = new Map<string, number>();
  const uncounted = [LOCALHOST, ...trusted];
  server.maxConnections = limits.total;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The client disconnected before the connection was accepted. Its requests would be counted, and without an
    // address.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isListed(remoteAddress, uncounted)) return;
    const address = networkOf(remoteAddress);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => leave(counts, address));
    if (count > limits.perAddress) endWith(socket, new ApiError('tooManyConnections'));
  });
}

function leave(counts: Map<string, number>, address: string): void {
  const left = (counts.get(address) ?? 1) - 1;
  if (left > 0) counts.set(address, left);
  else counts.delete(address);
}

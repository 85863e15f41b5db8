import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it, vi } from 'vitest';
import { limitConnections } from '../../../../src/http/hooks/connections.ts';

type Accepted = EventEmitter & { destroy(): void; end(): void };

/** A server that accepts one connection from an address. */
function accepting(): (remoteAddress: string | undefined) => Accepted {
  const server = new EventEmitter();
  limitConnections(server as Server, { total: 10, perAddress: 1 }, []);
  return (remoteAddress) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn(), end: vi.fn() });
    server.emit('connection', socket);
    return socket;
  };
}

it('drops a connection that ended before it was accepted, whose requests would have no address', () => {
  expect(accepting()(undefined).destroy).toHaveBeenCalledOnce();
});

it('keeps others', () => {
  for (const address of ['127.0.0.1', '203.0.113.7']) {
    const { destroy, end } = accepting()(address);
    for (const ending of [destroy, end]) expect(ending).not.toHaveBeenCalled();
  }
});

it('counts the addresses of an IPv6 network as one', () => {
  const accept = accepting();
  const first = accept('2001:db8:1:2::1');
  expect(accept('2001:db8:1:3::1').end).not.toHaveBeenCalled();
  expect(accept('2001:db8:1:2::2').end).toHaveBeenCalledOnce();
  for (const socket of [first, accept('2001:db8:1:2::3')]) socket.emit('close');
});

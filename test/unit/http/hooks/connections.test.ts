import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it, vi } from 'vitest';
import { limitConnections } from '../../../../src/http/hooks/connections.ts';

function accepted(remoteAddress: string | undefined): EventEmitter & { destroy(): void; end(): void } {
  const server = new EventEmitter();
  limitConnections(server as Server, { total: 10, perAddress: 1 }, []);
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn(), end: vi.fn() });
  server.emit('connection', socket);
  return socket;
}

it('drops a connection that has ended before it was accepted, whose requests would come from nowhere', () => {
  expect(accepted(undefined).destroy).toHaveBeenCalledOnce();
});

it('keeps others', () => {
  for (const address of ['127.0.0.1', '203.0.113.7']) {
    const { destroy, end } = accepted(address);
    for (const ending of [destroy, end]) expect(ending).not.toHaveBeenCalled();
  }
});

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends pipelined responses when their connection ends. They have no socket yet, so Node does not notify them, and their
 * slots, streams and database connections would never be released.
 */
export function endPipelined(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const waitingOn = (socket: Socket): Set<ServerResponse> => {
    const known = waiting.get(socket);
    if (known) return known;
    const responses = new Set<ServerResponse>();
    waiting.set(socket, responses);
    socket.once('close', () => responses.forEach(end));
    return responses;
  };
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket) return;
    const responses = waitingOn(socket);
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
}

/** Ends a response as Node ends the current one of the connection. Streams that are sent later check `_closed`. */
function end(response: ServerResponse): void {
  if (response.socket || response.destroyed) return;
  response.destroy();
  (response as ServerResponse & { _closed: boolean })._closed = true;
  response.emit('close');
}

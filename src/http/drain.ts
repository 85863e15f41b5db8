import type { IncomingMessage } from 'node:http';

/**
 * Reads what a client still sends of a request that is refused already: else the next one of its connection would wait
 * for ever. Who sends more than `limit` bytes is cut off.
 */
export function drain(request: IncomingMessage, limit: number): void {
  if (request.readableEnded || request.destroyed) return;
  let left = limit;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

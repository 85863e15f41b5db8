import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyKind } from './body-kind.ts';

/** Bytes that are still read from a request after its response. */
const LINGER_BYTES = 256 * 1024;

/**
 * Closes the connection after a response that is sent before its request has arrived completely. Closing with unread
 * bytes would discard the response, so some of them are read, and the client gets `lingerMs` to read the response.
 */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply, lingerMs: number): void {
  const { raw } = request;
  if (raw.complete || raw.readableEnded || raw.destroyed || bodyKind(request) === 'none') return;
  reply.header('Connection', 'close');
  const { socket } = raw;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  let left = LINGER_BYTES;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.pause();
  });
  raw.resume();
}

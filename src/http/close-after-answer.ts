import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyKind } from './body-kind.ts';

/** Bytes that are still read of a request that has its answer. */
const LINGER_BYTES = 256 * 1024;

/**
 * Has the connection end with an answer that is given while its request still arrives. A connection that is closed
 * with bytes unread would take the answer with it, so a few are read, and the client gets `lingerMs` to see it.
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

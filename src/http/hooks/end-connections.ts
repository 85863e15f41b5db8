import type { FastifyInstance } from 'fastify';
import { closeAfterAnswer } from '../close-after-answer.ts';
import type { ClientTimes } from '../limits.ts';
import { endWhenStalled } from '../stalled.ts';

const isWhole = (payload: unknown): boolean => typeof payload === 'string' || Buffer.isBuffer(payload);

/**
 * Closes connections that cannot be reused: after an early response, while the server is closing, and when a client
 * stops reading.
 */
export function endConnections(app: FastifyInstance, { lingerMs, stalledMs }: ClientTimes, closing: AbortSignal): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (closing.aborted) reply.header('Connection', 'close');
    closeAfterAnswer(request, reply, lingerMs);
    endWhenStalled(reply.raw, stalledMs, isWhole(payload));
    done();
  });
}

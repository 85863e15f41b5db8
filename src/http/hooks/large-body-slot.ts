import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/network-of.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Semaphore } from '../../shared/semaphore.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a large body. */
    releaseSlot: (() => void) | null;
  }
}

/** Waits for a slot, which is held until the response is sent or the client disconnects. */
export async function acquireSlot(request: FastifyRequest, { raw }: FastifyReply, semaphore: Semaphore): Promise<void> {
  const over = new Promise<void>((end) => {
    request.releaseSlot = end;
    raw.once('close', end);
  });
  await new Promise<void>((begin, fail) => {
    semaphore.run(networkOf(request.ip), () => Promise.resolve(begin()).then(() => over)).catch(fail);
  });
  if (raw.destroyed) throw new ApiError('bodyIncomplete');
}

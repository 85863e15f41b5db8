import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import { giveBack } from '../../shared/give-back.ts';
import { Turns } from '../../shared/turns.ts';
import { Spool } from '../../storage/spool.ts';
import { asUnavailable } from '../../storage/translated.ts';
import { drain } from '../drain.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a large body until it has been parsed. */
    largeBody: Buffer | null;
    /** Says that a large body is not needed any more. */
    endTurn: (() => void) | null;
  }
}

/** A body of more bytes than this is large. */
const LARGE_BYTES = 1024 * 1024;
/** A large body is in memory several times over: as text, as values, and as what is made of those. */
const AT_ONCE = 1;

/**
 * Large bodies wait on the disk until they are whole and their turn has come, so that few are in memory, however many
 * arrive and however slowly. Forms are left alone: they are never in memory whole. More than `limit` bytes are error 13.
 */
export function holdLargeBodies(
  app: FastifyInstance,
  limit: number,
  turns = new Turns(AT_ONCE, Number.POSITIVE_INFINITY),
): void {
  app.decorateRequest('largeBody', null);
  app.decorateRequest('endTurn', null);
  app.addHook('onSend', async (request) => request.endTurn?.());
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!mayBeLarge(request, limit)) return payload;
    const spool = await Spool.make();
    try {
      await receive(request, payload as Readable, spool, limit);
      if (spool.size > LARGE_BYTES) await turnOf(request, reply, turns);
      request.largeBody = await spool.whole();
      return Readable.from([request.largeBody]);
    } finally {
      await spool.close();
    }
  });
}

function mayBeLarge({ headers }: FastifyRequest, limit: number): boolean {
  if (headers['content-type']?.startsWith('multipart/')) return false;
  const length = Number(headers['content-length'] ?? 0);
  return headers['transfer-encoding'] !== undefined || (length > LARGE_BYTES && length <= limit);
}

/** Error 13 for what breaks off or is too long, error 11 where the disk fails. */
async function receive(request: FastifyRequest, payload: Readable, spool: Spool, limit: number): Promise<void> {
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      await spool.add(chunk);
      if (spool.size > limit) throw new ApiError('payloadTooLarge', { limit });
      giveBack(chunk);
    }
  } catch (error) {
    drain(request.raw, limit);
    throw payload.errored ? new ApiError('invalidPayload') : asUnavailable(error);
  }
}

/** Resolves when it is a request's turn, which lasts until there is an answer or nobody waits for one any more. */
async function turnOf(request: FastifyRequest, { raw }: FastifyReply, turns: Turns): Promise<void> {
  const over = new Promise<void>((end) => {
    request.endTurn = end;
    raw.once('close', end);
  });
  await new Promise<void>((begin, fail) => {
    turns.run(request.ip, () => Promise.resolve(begin()).then(() => over)).catch(fail);
  });
  if (raw.destroyed) throw new ApiError('invalidPayload');
}

import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import type { Semaphore } from '../../shared/semaphore.ts';
import { declaredLength } from '../body-kind.ts';
import type { JsonLimits } from '../json-limits.ts';
import type { BodyLimits } from '../limits.ts';
import { IncomingBody } from './incoming-body.ts';
import { acquireSlot } from './large-body-slot.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The length of a body of undeclared length, measured as it arrived; 0 for others. */
    arrivedBytes: number;
  }
}

/** The size from which a body counts as large. */
export const LARGE_BYTES = 1024 * 1024;

/** What reading bodies needs from the server. */
export interface BodyReading {
  readonly limits: BodyLimits;
  /**
   * Whether the caller is authenticated; determined before much is read. Throws errors that refuse the request
   * regardless of its body.
   */
  readonly isAuthenticated: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /** Waits until the request is admitted. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
  readonly semaphore: Semaphore;
}

/** A request whose body is to be read. */
export interface Arrival {
  readonly reading: BodyReading;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: Readable;
}

/** A body that was read. */
interface Arrived {
  readonly bytes: Buffer;
  /** Whether it is too long for anonymous callers. */
  readonly isLong: boolean;
}

/**
 * Reads a body, and measures it with `json`. Reads at most `publicBytes` before authentication. A longer body waits on
 * disk until it is complete and admitted, and a large one until it has a slot. Error 13 for a body that is too long.
 */
export async function readBody(
  { reading, request, reply, payload }: Arrival,
  json: JsonLimits | null = null,
): Promise<Arrived> {
  const { limits, semaphore } = reading;
  const body = new IncomingBody(payload, limits, json);
  if (declaredLength(request) <= limits.publicBytes && (await body.endsEarly())) {
    request.arrivedBytes = body.start.length;
    return { bytes: body.start, isLong: false };
  }
  await requireAuthenticated(reading, request, reply);
  const bytes = await body.readAll(async (size) => {
    await reading.admit?.(request, reply);
    if (size > LARGE_BYTES) await acquireSlot(request, reply, semaphore);
  });
  request.arrivedBytes = bytes.length;
  return { bytes, isLong: true };
}

async function requireAuthenticated(
  { limits, isAuthenticated }: BodyReading,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!(await isAuthenticated(request, reply)))
    throw new ApiError('publicPayloadTooLarge', { limit: limits.publicBytes });
  if (declaredLength(request) > limits.bytes) throw new ApiError('payloadTooLarge', { limit: limits.bytes });
}

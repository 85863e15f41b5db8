import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import { MULTIPART_TYPE } from '../body-kind.ts';
import { multipartBody } from '../form-body.ts';
import { type Arrival, LARGE_BYTES, readBody } from './read-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A multipart form that is not parsed yet, where the route does not read it. */
    multipartBytes: Buffer | null;
  }
}

/** Parsing a multipart form blocks the event loop, so only routes that stream its files accept a large one. */
const MAX_BYTES = LARGE_BYTES;

/** Whether a multipart form is the body of a route that takes no file. As in PHP, it is one for POST only. */
export function hasFields({ method, is404, headers, routeOptions }: FastifyRequest): boolean {
  const isRead = method === 'POST' && !is404 && !routeOptions.config.streamsForms;
  return isRead && MULTIPART_TYPE.test(headers['content-type'] ?? '');
}

/** Keeps a form for {@link parseFields}. The plug-in for uploads, which has the content type, gets an empty body. */
export async function receiveFields(arrival: Arrival): Promise<Readable> {
  const { reading, request } = arrival;
  const limits = { ...reading.limits, bytes: Math.min(reading.limits.bytes, MAX_BYTES) };
  request.multipartBytes = (await readBody({ ...arrival, reading: { ...reading, limits } })).bytes;
  return Readable.from([]);
}

/** Parses a form that was kept, and records what is wrong with it. */
export async function parseFields(request: FastifyRequest, bytes: Buffer): Promise<void> {
  try {
    request.body = await multipartBody(bytes, request.headers['content-type'] ?? '');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.bodyFault = error.entry;
  }
}

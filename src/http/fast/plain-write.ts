import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../shared/is-record.ts';
import { JSON_TYPE } from '../body-kind.ts';
import { jsonOf } from '../json-of.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The body, if it was read before the framework could. */
    earlyBody?: Buffer;
  }
}

/** Longer bodies take the ordinary path. */
const MAX_LENGTH = 65_536;

/** Whether a request is a write with a short JSON body and without conditions or an idempotency key. */
export function isPlainWrite({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' && method !== 'PATCH') return false;
  const length = Number(headers['content-length'] ?? 0);
  return (
    length > 0 &&
    length <= MAX_LENGTH &&
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['idempotency-key'] === undefined &&
    headers['if-match'] === undefined
  );
}

/** Whether the complete body of a plain write has arrived. */
export const hasBody = ({ headers, readableLength }: IncomingMessage): boolean =>
  readableLength === Number(headers['content-length']);

/** Takes a body that has arrived; the framework finds it in `earlyBody`. */
export function takeBody(request: IncomingMessage): Buffer {
  const body: Buffer = request.read();
  request.earlyBody = body;
  // Lets the stream end, like that of any other request.
  request.resume();
  return body;
}

/**
 * The object in a body. Null for anything else, and for a body that may contain a token, since that would decide who
 * the caller is.
 */
export function objectIn(body: Buffer): Record<string, unknown> | null {
  try {
    const value = jsonOf(body);
    return isRecord(value) && !Object.hasOwn(value, 'access_token') ? value : null;
  } catch {
    return null;
  }
}

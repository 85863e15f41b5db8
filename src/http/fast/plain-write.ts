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

/** Longer bodies are received the ordinary way. */
const LONGEST = 65_536;

/** Whether a request writes, sends a short JSON text, and asks for nothing else. */
export function isPlainWrite({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' && method !== 'PATCH') return false;
  const length = Number(headers['content-length'] ?? 0);
  return (
    length > 0 &&
    length <= LONGEST &&
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['idempotency-key'] === undefined &&
    headers['if-match'] === undefined
  );
}

/** Whether the whole body of a plain write has arrived. */
export const hasBody = ({ headers, readableLength }: IncomingMessage): boolean =>
  readableLength === Number(headers['content-length']);

/** Takes a body that has arrived; the framework finds it in `earlyBody`. */
export function takeBody(request: IncomingMessage): Buffer {
  const body: Buffer = request.read();
  request.earlyBody = body;
  // Has it end, as every other.
  request.resume();
  return body;
}

/** The object that a body stands for; null for everything else, and where it may hold a token, which would decide who asks. */
export function objectIn(body: Buffer): Record<string, unknown> | null {
  try {
    const value = jsonOf(body.toString());
    return isRecord(value) && !Object.hasOwn(value, 'access_token') ? value : null;
  } catch {
    return null;
  }
}

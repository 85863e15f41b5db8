import { createHmac } from 'node:crypto';

/** Returns the signature of a body; `timestamp` is in seconds since 1970. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

import type { Payload } from './payload.ts';

/** Returns a payload with more values, which win; itself if there are none, since most writes have none. */
export function extended(payload: Payload, more: Payload = {}): Payload {
  return Object.keys(more).length > 0 ? { ...payload, ...more } : payload;
}

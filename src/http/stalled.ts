import type { ServerResponse } from 'node:http';

const STALLED_MS = 60_000;

/**
 * Cuts off an answer of which nothing is taken any more for a minute, and with it what it is read from. The connection
 * is free of it when the answer has ended: what is listened to goes with the answer, not with the connection.
 */
export function endWhenStalled(response: ServerResponse): void {
  const end = (): void => void response.destroy();
  response.setTimeout(STALLED_MS, end);
  response.once('close', () => response.removeListener('timeout', end));
}

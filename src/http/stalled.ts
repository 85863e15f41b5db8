import type { ServerResponse } from 'node:http';

/**
 * Cuts off an answer of which the client takes nothing any more for that long, and with it what it is read from. The
 * connection is free of it when the answer has ended: what is listened to goes with the answer, not with the
 * connection.
 */
export function endWhenStalled(response: ServerResponse, stalledMs: number): void {
  const look = (): void => {
    if (response.writableLength > 0) response.destroy();
    // The client waits for more, not the other way round.
    else response.setTimeout(stalledMs);
  };
  response.setTimeout(stalledMs, look);
  response.once('close', () => response.removeListener('timeout', look));
}

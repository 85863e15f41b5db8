import type { ServerResponse } from 'node:http';

/**
 * Aborts a response that the client has stopped reading, and its source. Listeners are attached to the response, not
 * the connection, and are removed when it ends.
 */
export function endWhenStalled(response: ServerResponse, stalledMs: number): void {
  const look = (): void => {
    if (response.writableLength > 0) response.destroy();
    // The client is waiting for data, not the other way round.
    else response.setTimeout(stalledMs);
  };
  response.setTimeout(stalledMs, look);
  response.once('close', () => response.removeListener('timeout', look));
}

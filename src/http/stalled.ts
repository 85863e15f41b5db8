import type { ServerResponse } from 'node:http';

/**
 * Aborts a response that the client has stopped reading, and its source. Listeners are attached to the response, not
 * the connection, and are removed when it ends. A response that is `complete` waits for its client alone, and
 * may end at its timeout.
 */
export function endWhenStalled(response: ServerResponse, stalledMs: number, complete: boolean): void {
  if (complete) return void response.setTimeout(stalledMs, end);
  const look = (): void => {
    if (response.writableLength > 0) response.destroy();
    // The client is waiting for data, not the other way round.
    else response.setTimeout(stalledMs);
  };
  response.setTimeout(stalledMs, look);
  response.once('close', () => response.removeListener('timeout', look));
}

function end(this: ServerResponse): void {
  this.destroy();
}

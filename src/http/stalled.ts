import type { ServerResponse } from 'node:http';

/**
 * Aborts a response, and its source, when the client has stopped reading it. Listeners are attached to the response
 * rather than to the connection, and are removed when it ends. A response that is `complete` waits only for its client,
 * and may end at its timeout.
 */
export function endWhenStalled(response: ServerResponse, stalledMs: number, complete: boolean): void {
  if (complete) return void response.setTimeout(stalledMs, end);
  const look = (): void => {
    if (response.writableLength > 0) response.destroy();
    // Here the client is waiting for data, not the server for the client.
    else response.setTimeout(stalledMs);
  };
  response.setTimeout(stalledMs, look);
  response.once('close', () => response.removeListener('timeout', look));
}

function end(this: ServerResponse): void {
  this.destroy();
}

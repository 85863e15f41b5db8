import type { ServerResponse } from 'node:http';

/** Calls `work` when a response has been sent or given up, or soon if it has. What is returned takes that back. */
export function onceClosed(response: ServerResponse, work: () => void): () => void {
  if (response.destroyed) {
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  }
  response.once('close', work);
  return () => response.off('close', work);
}

import type { ServerResponse } from 'node:http';

/**
 * Calls `work` when a response has been sent or abandoned, or soon if that has happened already. Returns a function
 * that cancels the call.
 */
export function onceClosed(response: ServerResponse, work: () => void): () => void {
  if (response.destroyed) {
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  }
  response.once('close', work);
  return () => response.off('close', work);
}

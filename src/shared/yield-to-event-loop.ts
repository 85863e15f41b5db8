/** Resolves after the event loop has run everything else that is waiting. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

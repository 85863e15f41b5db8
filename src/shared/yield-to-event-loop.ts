/** Resolves after the event loop has run what else is waiting. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

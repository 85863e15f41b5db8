/** Resolves when others that wait for the event loop have had their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

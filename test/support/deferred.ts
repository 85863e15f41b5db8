/** A promise with the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** Creates a promise to be settled later. */
export function deferred(): Deferred {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

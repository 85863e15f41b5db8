/** A promise that is kept when somebody says so. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** A promise to be kept later. */
export function deferred(): Deferred {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value: at once if it is available, otherwise when its promise is fulfilled. Most reads of an
 * embedded database need no waiting, and awaiting an available value costs as much as some of them.
 */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The result of `work`, or the result of `failed` for its error, whether that is thrown at once or later. */
export function recovering<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/** The result of `work`. Calls `ended` once `work` has ended, whether it fails or not. */
export function ending<T>(work: () => Awaitable<T>, ended: () => void): Awaitable<T> {
  let value: Awaitable<T>;
  try {
    value = work();
  } catch (error) {
    ended();
    throw error;
  }
  if (value instanceof Promise) return value.finally(ended);
  ended();
  return value;
}

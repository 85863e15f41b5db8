/** Runs work after all earlier work for the same key has ended, and returns its result. */
export type SerialQueue = <T>(work: () => Promise<T>, key?: string) => Promise<T>;

/**
 * A queue for writes that must follow each other, because answers to concurrent requests may arrive in any order. Work
 * that fails does not hold up what follows, and work for different keys runs concurrently.
 */
export function makeSerialQueue(): SerialQueue {
  const ends = new Map<string, Promise<void>>();

  function forget(key: string, end: Promise<void>): void {
    if (ends.get(key) === end) ends.delete(key);
  }

  return (work, key = '') => {
    const done = (ends.get(key) ?? Promise.resolve()).then(work);
    const end = done.then(ignore, ignore);
    ends.set(key, end);
    void end.then(() => forget(key, end));
    return done;
  };
}

const ignore = (): void => undefined;

/** Runs work once all that was given before it for the same key has ended; answers what comes of it. */
export type SerialQueue = <T>(work: () => Promise<T>, key?: string) => Promise<T>;

/**
 * A queue for writes that must follow each other: answers to requests that are under way together may come in any order.
 * Work that fails holds up none that follows, and work for different keys does not wait for each other.
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

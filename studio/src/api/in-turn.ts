const MAX_RUNNING = 2;
const waiting: (() => void)[] = [];
let running = 0;

/** Runs work that can wait, two at a time, so that requests that people wait for go first. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

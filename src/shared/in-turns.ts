import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** How long work may run before it yields to others. */
const TURN_MS = 5;

/** Does work step by step, yielding to the event loop from time to time. Returns its result. */
export async function inTurns<Piece, Result>(
  work: Generator<Piece, Result>,
  take: (piece: Piece) => void = () => undefined,
): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    take(step.value);
    if (performance.now() - began < TURN_MS) continue;
    await yieldToEventLoop();
    began = performance.now();
  }
}

/** The results of work on each item, in order; yields to the event loop from time to time. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  await inTurns(resultsOf(items, work), (result) => results.push(result));
  return results;
}

/**
 * The results of asynchronous work on each item, in order. Starts work on all items, yielding to the event loop from
 * time to time.
 */
export async function allInTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const started = await mapInTurns(items, (item) => {
    const result = work(item);
    // Promise.all throws it below.
    result.catch(() => undefined);
    return result;
  });
  return Promise.all(started);
}

/** Whether a test holds for every item; yields to the event loop from time to time. */
export function everyInTurns<T>(items: readonly T[], test: (item: T) => boolean): Promise<boolean> {
  return inTurns(untilFalse(items, test));
}

function* untilFalse<T>(items: readonly T[], test: (item: T) => boolean): Generator<void, boolean> {
  for (const item of items) {
    if (!test(item)) return false;
    yield;
  }
  return true;
}

function* resultsOf<T, R>(items: readonly T[], work: (item: T, index: number) => R): Generator<R> {
  for (const [index, item] of items.entries()) yield work(item, index);
}

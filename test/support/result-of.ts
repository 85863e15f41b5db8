/** Runs a generator to its end without pausing, and returns its result. */
export function resultOf<Result>(work: Generator<unknown, Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

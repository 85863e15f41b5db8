/** The result of work that is done step by step, without a pause. */
export function resultOf<Result>(work: Generator<unknown, Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** How many times as much repetitive tests do as in `npm test`; `npm run battery` sets it. */
const SCALE = Number(process.env.OCTAVO_TEST_SCALE ?? 1);

/** A number of repetitions, or the time that they may take: the given one in `npm test`, a multiple in the battery. */
export const thoroughly = (usual: number): number => Math.ceil(usual * SCALE);

/** The seed that is given, or the usual one of a test that otherwise always does the same. */
export const seedOr = (usual: number): number => Number(process.env.OCTAVO_SEED ?? usual);

/** The seed of random tests, which must name it when they fail: the given one, or another each time. */
export const SEED = seedOr(Date.now() % 1_000_000_000);

/** What fast-check needs to know; the usual number of runs is its own. It names the seed when a property fails. */
export const manyRuns = (usual = 100): { readonly seed: number; readonly numRuns: number } => ({
  seed: SEED,
  numRuns: thoroughly(usual),
});

/** Returns a whole number below a bound. */
export type Random = (below: number) => number;

/** A generator that returns the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

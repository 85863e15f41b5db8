/** Weight of the latest value. */
const LATEST = 0.3;

/** An exponentially weighted moving average, with one more value. The first value begins it; `weight` is that of a later one. */
export const movingAverage = (average: number | undefined, value: number, weight = LATEST): number =>
  average === undefined ? value : average + (value - average) * weight;

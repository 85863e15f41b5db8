/** Weight of the latest value. */
const LATEST = 0.3;

/**
 * Adds a value to an exponentially weighted moving average. The first value starts the average; `weight` is the weight
 * of later ones.
 */
export const movingAverage = (average: number | undefined, value: number, weight = LATEST): number =>
  average === undefined ? value : average + (value - average) * weight;

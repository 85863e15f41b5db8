/** A moment as ISO 8601, in UTC and without fractions of seconds. */
export const isoMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The smallest of some times; null if there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const given = times.filter((time) => time !== null);
  return given.length > 0 ? Math.min(...given) : null;
}

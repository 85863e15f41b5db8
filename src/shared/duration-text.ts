const UNITS = [
  { minutes: 24 * 60, name: 'day' },
  { minutes: 60, name: 'hour' },
  { minutes: 1, name: 'minute' },
] as const;

/** Returns whole minutes in words, as `20 minutes` or `30 days`: in the largest unit that is exact. */
export function durationText(minutes: number): string {
  const { minutes: size, name } =
    UNITS.find((unit) => minutes >= unit.minutes && minutes % unit.minutes === 0) ?? UNITS[2];
  const count = Math.round(minutes / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

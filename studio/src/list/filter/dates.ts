/** A day or a moment relative to now: `today`, `today-7d`, `now-12h`. */
const RELATIVE = /^(today|now)(?:([+-])(\d{1,4})([hdwmy]))?$/i;

/** Whether a value is a time relative to now. */
export const isRelative = (value: string): boolean => RELATIVE.test(value);

/** The parts of such a value; null for any other. */
export function relativeOf(
  value: string,
): { readonly ahead: number; readonly unit: string; readonly isDay: boolean } | null {
  const found = RELATIVE.exec(value);
  if (!found) return null;
  const [, base = '', sign, count = '0', unit = 'd'] = found;
  return {
    ahead: Number(count) * (sign === '-' ? -1 : 1),
    unit: unit.toLowerCase(),
    isDay: base.toLowerCase() === 'today',
  };
}

/** A time relative to now in the form that the server accepts; any other value stays. */
export function resolveDate(value: string, now: Date, withTime: boolean): string {
  const found = relativeOf(value);
  if (!found) return value;
  const moved = move(now, found.ahead, found.unit);
  if (found.isDay || !withTime) return dayText(moved);
  return `${dayText(moved)} ${[moved.getHours(), moved.getMinutes(), moved.getSeconds()].map(two).join(':')}`;
}

function move(now: Date, ahead: number, unit: string): Date {
  const date = new Date(now);
  if (unit === 'h') date.setHours(date.getHours() + ahead);
  else if (unit === 'm') date.setMonth(date.getMonth() + ahead);
  else if (unit === 'y') date.setFullYear(date.getFullYear() + ahead);
  else date.setDate(date.getDate() + ahead * (unit === 'w' ? 7 : 1));
  return date;
}

const dayText = (date: Date): string => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');

const two = (value: number): string => String(value).padStart(2, '0');

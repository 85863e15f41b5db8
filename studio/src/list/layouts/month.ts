/** A month as `2026-11`. */
export type Month = string;
/** A day as `2026-11-22`. */
export type Day = string;

const pad = (value: number): string => String(value).padStart(2, '0');
const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** The day a number of days later. */
export function addDays(day: Day, count: number): Day {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

/** The month a number of months later. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Today in the reader's time zone. */
export function today(now = new Date()): Day {
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The weeks that a month is part of, complete; `first` is the day on which weeks begin: 1 Monday to 7 Sunday. */
export function weeksOf(month: Month, first: number): readonly (readonly Day[])[] {
  const start = `${month}-01`;
  const weekday = utc(start).getUTCDay() || 7;
  const begin = addDays(start, -((weekday - first + 7) % 7));
  const end = addMonths(month, 1);
  const weeks: Day[][] = [];
  for (let day = begin; day < `${end}-01`; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
  return weeks;
}

/** The day of a stored date or moment in the reader's time zone; null for none. */
export const dayIn = (value: unknown): Day | null => /^\d{4}-\d{2}-\d{2}/.exec(onClock(value))?.[0] ?? null;

/** The time of a stored moment in the reader's time zone: `09:30`; null for a day. */
export const timeIn = (value: unknown): string | null => /[T ](\d{2}:\d{2})/.exec(onClock(value))?.[1] ?? null;

/** A stored date or moment: one with a zone as the reader's clock shows it, any other as it is. */
function onClock(value: unknown): string {
  if (typeof value !== 'string' || !/T.*(Z|[+-]\d\d:?\d\d)$/.test(value)) return String(value ?? '');
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${today(date)} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

const MORNING = '09:00:00';

/** A stored value moved to a day. Its time stays; without a value, it is in the morning. */
export function onDay(value: unknown, day: Day, hasTime: boolean): string {
  if (!hasTime) return day;
  const time = typeof value === 'string' ? /[T ](\d{2}:\d{2}(:\d{2})?)/.exec(value)?.[1] : undefined;
  return `${day} ${time ?? MORNING}`;
}

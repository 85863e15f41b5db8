const two = (part: number): string => String(part).padStart(2, '0');

/** A day in its stored form. */
export const dayText = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A day, some days or months later; the last of the month where the month is shorter. */
export function later(date: Date, days: number, months = 0): Date {
  const next = new Date(date);
  next.setDate(1);
  next.setMonth(next.getMonth() + months);
  const last = new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate();
  next.setDate(Math.min(date.getDate(), last) + days);
  return next;
}

/** The days of the six weeks that contain a month; `firstDay` is the first day of a week, with 0 for Sunday. */
export function weeksOf(month: Date, firstDay: number): readonly (readonly Date[])[] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const start = later(first, -((first.getDay() - firstDay + 7) % 7));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => later(start, week * 7 + day)));
}

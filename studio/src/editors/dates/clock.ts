import { locale } from '../../i18n/messages.ts';

const CLOCK = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/;

/** A local date and time as a date in this machine's zone, for display; null for one that does not exist. */
export function clockOf(text: string): Date | null {
  const match = CLOCK.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const clock = new Date(2000, 0, 1, hour, minute, second);
  clock.setFullYear(year, month - 1, date);
  return clock.getMonth() === month - 1 && clock.getDate() === date ? clock : null;
}

/** A time in the format of the current locale; with 24 hours if the option says so. */
export function asTime(text: string, options: Readonly<Record<string, unknown>> = {}): string {
  const clock = clockOf(`2000-01-01 ${text}`);
  if (!clock) return text;
  return clock.toLocaleTimeString(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(!text.endsWith(':00') && { second: '2-digit' }),
    ...(options.display24HourClock === true && { hourCycle: 'h23' }),
  });
}

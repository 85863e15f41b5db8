import type { Day, Month } from './month.ts';

/** Days and months in the words of a locale. */
export interface DayFormat {
  readonly long: (day: Day) => string;
  readonly weekday: (day: Day) => string;
  readonly shortWeekday: (day: Day) => string;
  readonly month: (month: Month) => string;
}

/** Formats days, whatever the reader's time zone. */
export function dayFormat(locale: string): DayFormat {
  const formatter = (shape: Intl.DateTimeFormatOptions): ((day: Day) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' });
    return (day) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const month = formatter({ month: 'long', year: 'numeric' });
  return {
    long: formatter({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekday: formatter({ weekday: 'long' }),
    shortWeekday: formatter({ weekday: 'short' }),
    month: (name) => month(`${name}-01`),
  };
}

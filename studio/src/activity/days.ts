import { serverMoment } from '../i18n/dates.ts';
import { language, locale } from '../i18n/messages.ts';
import type { Deed } from './sentence.ts';

/** A row of the list: the heading of a day, or what was done on it. */
export type Row =
  | { readonly kind: 'day'; readonly id: string; readonly date: Date }
  | { readonly kind: 'deed'; readonly id: string; readonly deed: Deed };

/** Records with a heading for each day of the reader's clock. */
export function inDays(deeds: readonly Deed[]): readonly Row[] {
  let last = '';
  return deeds.flatMap((deed): Row[] => {
    const date = serverMoment(deed.action_on);
    const day = date.toDateString();
    const row: Row = { kind: 'deed', id: String(deed.id), deed };
    if (day === last) return [row];
    last = day;
    return [{ kind: 'day', id: `day ${day}`, date }, row];
  });
}

/** A day in words: today, yesterday, Tuesday 17 November 2026. */
export function nameOfDay(date: Date, now = new Date()): string {
  const [one, other] = [date, now].map((each) => Date.UTC(each.getFullYear(), each.getMonth(), each.getDate()));
  const days = Math.round(((one ?? 0) - (other ?? 0)) / 86_400_000);
  if (days === 0 || days === -1)
    return capital(new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day'));
  return capital(
    date.toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  );
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** A time of the day: 09:12. */
export const timeOf = (date: Date): string => date.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });

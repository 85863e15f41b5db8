interface WeekInfo {
  readonly firstDay: number;
}
type LocaleWithWeeks = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };

/** The day on which weeks begin in a locale: 1 Monday to 7 Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as LocaleWithWeeks;
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
};
const TOKEN = /YYYY|YY|MM?|DD?|HH?|mm|ss|[./:-]/g;
const known = new Map<string, RegExp | null>();

function patternOf(form: string): RegExp | null {
  let pattern = known.get(form);
  if (pattern === undefined) {
    try {
      pattern = new RegExp(`^${form.replaceAll(TOKEN, (token) => TOKENS[token] ?? `\\${token}`)}$`);
    } catch {
      pattern = null;
    }
    if (known.size > 100) known.clear();
    known.set(form, pattern);
  }
  return pattern;
}

/** The moment that a text of a form such as `DD.MM.YYYY HH:mm` names, as ISO date, time or both; undefined for others. */
export function readDate(text: string, form: string): string | undefined {
  const parts = patternOf(form)?.exec(text)?.groups;
  if (!parts) return undefined;
  const two = (part: string | undefined): string => (part ?? '00').padStart(2, '0');
  const year = parts.year ?? (parts.short && `${Number(parts.short) < 70 ? '20' : '19'}${parts.short}`);
  const date = year && `${year}-${two(parts.month ?? '01')}-${two(parts.day ?? '01')}`;
  const time = parts.hour && `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`;
  return [date, time].filter(Boolean).join(' ') || undefined;
}

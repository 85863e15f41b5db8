type Part = 'year' | 'short' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** The part that a token of a date format stands for, and its minimum and maximum number of digits. */
const TOKENS: Readonly<Record<string, readonly [part: Part, least: number, most: number]>> = {
  YYYY: ['year', 4, 4],
  YY: ['short', 2, 2],
  MM: ['month', 1, 2],
  M: ['month', 1, 2],
  DD: ['day', 1, 2],
  D: ['day', 1, 2],
  HH: ['hour', 1, 2],
  H: ['hour', 1, 2],
  mm: ['minute', 2, 2],
  ss: ['second', 2, 2],
};
const TOKEN = /YYYY|YY|MM?|DD?|HH?|mm|ss|./gs;

type Parts = Partial<Readonly<Record<Part, string>>>;

/** The parts of a text that matches a format; null if it does not. */
function partsOf(text: string, form: string): Parts | null {
  const parts: Partial<Record<Part, string>> = {};
  let at = 0;
  for (const token of form.match(TOKEN) ?? []) {
    const [part, least, most] = TOKENS[token] ?? [];
    const found = part === undefined ? literal(text, at, token) : digits(text, at, most ?? 0);
    if (found.length < (least ?? token.length)) return null;
    if (part) parts[part] = found;
    at += found.length;
  }
  return at === text.length ? parts : null;
}

const literal = (text: string, at: number, token: string): string => (text.startsWith(token, at) ? token : '');

function digits(text: string, from: number, most: number): string {
  let to = from;
  while (to - from < most && isDigit(text.charCodeAt(to))) to++;
  return text.slice(from, to);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Converts a text in a format such as `DD.MM.YYYY HH:mm` to an ISO date, time or both; undefined if it does not match.
 */
export function readDate(text: string, form: string): string | undefined {
  const parts = partsOf(text, form);
  if (!parts) return undefined;
  const two = (part: string | undefined): string => (part ?? '00').padStart(2, '0');
  const year = parts.year ?? (parts.short && `${Number(parts.short) < 70 ? '20' : '19'}${parts.short}`);
  const date = year && `${year}-${two(parts.month ?? '01')}-${two(parts.day ?? '01')}`;
  const time = parts.hour && `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`;
  return [date, time].filter(Boolean).join(' ') || undefined;
}

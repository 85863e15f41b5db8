const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** The date of an instant as `YYYY-MM-DD`, in UTC. */
function sqlDate(at: Date): string {
  return `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
}

/** An instant as `YYYY-MM-DD HH:MM:SS`, in UTC: the form in which date-times are stored and returned. */
export function sqlDatetime(at: Date): string {
  return `${sqlDate(at)} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
}

/** The same in a named time zone, or in the server's if there is no name. */
export function localDatetime(at: Date, timeZone?: string): string {
  const form = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return form.format(at);
}

/** Whether a text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** Whether a text is a date of the calendar, as `YYYY-MM-DD`. There is no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && sqlDate(at) === text;
}

/** Whether a text is a time of day, as `HH:MM:SS`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);
}

/** Whether a text is a date and a time, as `YYYY-MM-DD HH:MM:SS`. */
export function isSqlDatetime(text: string): boolean {
  return text.length === 19 && text[10] === ' ' && isCalendarDate(text.slice(0, 10)) && isTimeOfDay(text.slice(11));
}

/**
 * Adds the zeros, the seconds and the space that are missing from a date, or from a date and time, such as
 * `2020-1-31 0:0:0` or `2020-01-31T00:00`. Other texts are returned unchanged.
 */
export function padMoment(text: string): string {
  const [, date, time, seconds = ':0'] = MOMENT.exec(text) ?? [];
  if (date === undefined) return text;
  const moment = time === undefined ? date : `${date} ${time}${seconds}`;
  return moment.replace(/(?<!\d)\d(?!\d)/g, '0$&');
}

const MOMENT = /^(\d{4}-\d{1,2}-\d{1,2})(?:[ T](\d{1,2}:\d{1,2})(:\d{1,2})?)?$/;
/** A `+` that was not encoded is a space in a query string. */
const SPACED_ZONE = /(T\d\d:\d\d:\d\d(?:\.\d{1,9})?) (\d\d:?\d\d)$/;
const FRACTION = /(:\d{1,2}:\d{1,2})(\.\d{1,9})(Z|[+-]\d\d:?\d\d)?$/;

/**
 * The stored form of a moment that a query compares with: as clients write it when they store it, or as `padMoment`
 * takes it, and either with a fraction of a second. Returns undefined for anything else. (Contract, Q-152.)
 */
export function comparedDatetime(given: string): string | undefined {
  const text = given.replace(SPACED_ZONE, '$1+$2');
  const fraction = FRACTION.exec(text)?.[2]?.slice(0, 7) ?? '';
  const padded = padMoment(text.replace(FRACTION, '$1$3'));
  const moment = parseDatetime(isCalendarDate(padded) ? `${padded} 00:00:00` : padded);
  return moment && (Number(fraction) > 0 ? `${moment}${fraction}` : moment);
}

const ISO_FORMS = [
  /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/,
  /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
] as const;

/**
 * The stored form of a date-time as clients may write it: `YYYY-MM-DD HH:MM:SS`, or ISO 8601 with a zone, which is
 * converted to UTC. Returns undefined for anything else. (Contract, T-24 and T-32.)
 */
export function parseDatetime(text: string): string | undefined {
  if (isSqlDatetime(text)) return text;
  const iso = ISO_FORMS[0].exec(text);
  if (iso) return fromIso(iso[1] ?? '', iso[2] ?? '', iso[3] ?? 'Z');
  const basic = ISO_FORMS[1].exec(text);
  if (!basic) return undefined;
  const [, year, month, day, hour, minute, second] = basic;
  return fromIso(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`, 'Z');
}

function fromIso(date: string, time: string, zone: string): string | undefined {
  if (!isCalendarDate(date) || !isTimeOfDay(time)) return undefined;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const at = new Date(`${date}T${time}${offset}`);
  if (Number.isNaN(at.getTime())) return undefined;
  const utc = sqlDatetime(at);
  return isSqlDatetime(utc) ? utc : undefined;
}

/** Converts a stored date-time to ISO 8601 in UTC with an explicit offset. */
export function isoDatetime(stored: string): string {
  return `${stored.slice(0, 10)}T${stored.slice(11, 19)}+00:00`;
}

import type { Field } from '../model/field.ts';
import { language, locale } from './messages.ts';

const MINUTE = 60;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', MINUTE],
];

/** A moment as the server writes it: with a zone, or without one as a clock on the wall shows it. */
export const moment = (text: string): Date => new Date(text.includes('T') ? text : text.replace(' ', 'T'));

/** A moment as the server writes those of its own records: in UTC, without a zone. */
export const serverMoment = (text: string): Date => new Date(/T|Z$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);

/** Whether a field holds moments in UTC, which are shown on the reader's clock: those that the server writes itself. */
export const isInUtc = ({ type, collection }: Pick<Field, 'type' | 'collection'>): boolean =>
  /^datetime_(created|updated)$/.test(type) || (type === 'datetime' && collection.startsWith('directus_'));

/** A day or a moment of the reader's clock in UTC, in the server's form; any other text stays. */
export function inUtc(text: string): string {
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}`);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** A day: 14 Nov 2026. */
export const day = (date: Date): string =>
  date.toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' });

const TO_THE_MINUTE = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

/** A time to the second: 09:12:30. */
export const clock = (date: Date): string =>
  date.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A day and a time: 14 Nov 2026, 09:12. */
export const dayAndTime = (date: Date, timeZone?: string): string =>
  date.toLocaleString(locale(), { ...TO_THE_MINUTE, timeZone });

/** The day and the time that are written in a text: in the reader's zone if it has one, and unchanged otherwise. */
export const dayAndTimeIn = (text: string): string =>
  /z|\d[+-]\d\d:?\d\d$/i.test(text) ? dayAndTime(moment(text)) : dayAndTime(moment(`${text}Z`), 'UTC');

/** A moment with its zone, where people of several zones compare notes: 14 Nov 2026, 09:12 CET. */
export const dayTimeAndZone = (date: Date): string =>
  date.toLocaleString(locale(), { ...TO_THE_MINUTE, timeZoneName: 'short' });

/** How long ago or ahead a moment is within a week, the day otherwise. */
export function relative(date: Date, now = new Date()): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'short' });
  if (Math.abs(seconds) < MINUTE) return format.format(0, 'second');
  if (Math.abs(seconds) > 7 * 86_400) return day(date);
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', MINUTE] as const);
  return format.format(Math.round(seconds / size), unit);
}

import { clockOf } from './clock.ts';

/** The kind of a control: a day, a time, or both. */
export type Kind = 'date' | 'time' | 'datetime-local';

/** A stored value in the form of the browser's control; null for one that no control can show. */
export function forControl(value: string, kind: Kind): string | null {
  if (value === '') return '';
  if (kind === 'time') return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? value : null;
  if (!clockOf(value)) return null;
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
  const match = /^(\d{4}-\d\d-\d\d)[ T](([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(value);
  return match ? `${match[1]}T${match[2]}` : null;
}

/** The value of a control in the stored form, with seconds and without a zone. */
export function forServer(value: string, kind: Kind): string | null {
  if (value === '') return null;
  const text = value.replace('T', ' ').replace(/\.\d+$/, '');
  return kind !== 'date' && /(^| )\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

/** Whether a value has seconds, which a control must then show. */
export const hasSeconds = (value: string): boolean => /:\d\d:(?!00)\d\d$/.test(value);

/** The reader's local time, in the stored form. */
export function now(kind: Kind, date = new Date()): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:00`;
  return kind === 'date' ? day : kind === 'time' ? time : `${day} ${time}`;
}

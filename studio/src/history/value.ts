import { day, dayAndTimeIn, moment } from '../i18n/dates.ts';
import { number, t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { TitleOf } from './title-of.ts';

/** A short text for a value that is not prose: a title, a date, yes or no. */
export function shownValue(collection: Collection, field: Field, value: unknown, titleOf: TitleOf): string {
  if (value === null || value === undefined || value === '') return '—';
  if (field.relation?.kind === 'to-one') return titleOf(field.relation.collection, keyOf(value));
  if (field.type === 'boolean') return t(value && value !== '0' ? 'common.yes' : 'common.no');
  if (field.type === 'status')
    return collection.statuses.find((status) => status.value === value)?.label ?? String(value);
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number') return number(value, { maximumFractionDigits: 20 });
  return dated(field.type, String(value));
}

function dated(type: string, text: string): string {
  if (type !== 'date' && type !== 'datetime') return text;
  const date = moment(type === 'date' ? `${text} 00:00:00` : text);
  if (Number.isNaN(date.getTime())) return text;
  return type === 'date' ? day(date) : dayAndTimeIn(text);
}

const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? ((value as { id?: unknown }).id ?? '') : value;

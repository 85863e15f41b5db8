import { day, dayAndTime, moment } from '../../i18n/dates.ts';
import { number, t } from '../../i18n/messages.ts';
import type { Field } from '../../model/field.ts';
import type { Schema } from '../../model/schema.ts';
import { choicesOf } from './choices.ts';

const LONGEST = 240;

/** The paths to read for a field that a card shows: of a related item what names it. */
export function pathsOf(field: Field, schema: Schema): readonly string[] {
  if (field.relation?.kind !== 'to-one') return [field.name];
  const related = schema.collection(field.relation.collection);
  return related ? related.title.paths.map((path) => `${field.name}.${path}`) : [];
}

/** What a card says of a value, in one line. */
export function shown(field: Field, value: unknown, schema: Schema): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.relation?.kind === 'to-one') return schema.collection(field.relation.collection)?.title.render(value) ?? '';
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return value.filter((each) => typeof each !== 'object').join(', ');
  if (typeof value === 'object') return '';
  return textOf(field, String(value));
}

function textOf(field: Field, text: string): string {
  if (/^date(time)?(_|$)/.test(field.type)) return dateOf(text);
  const choice = choicesOf(field).find((each) => each.value === text);
  return choice?.label ?? plain(text);
}

function dateOf(text: string): string {
  const date = moment(text);
  if (Number.isNaN(date.getTime())) return text;
  return text.length <= 10 ? day(date) : dayAndTime(date);
}

/** Text without markup, cut where nobody reads on. It is shown as text, so that nothing in it can act. */
export const plain = (text: string): string =>
  text
    .slice(0, LONGEST * 4)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);

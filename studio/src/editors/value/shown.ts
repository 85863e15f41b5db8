import { day, dayAndTime, dayAndTimeIn, moment } from '../../i18n/dates.ts';
import { t } from '../../i18n/messages.ts';
import type { Field } from '../../model/field.ts';
import { type Status, statusesOf } from '../../model/status.ts';
import { parseTemplate } from '../../model/template.ts';
import { choicesOf, labelOfChoice } from '../choices.ts';
import { parseColour } from '../colour/formats.ts';
import { asTime, clockOf } from '../dates/clock.ts';
import { localised } from '../numbers/decimal.ts';
import { visible } from '../visible.ts';
import { bytes } from './bytes.ts';
import { oneLine, wordsOfHtml, wordsOfMarkdown } from './plain-text.ts';

/** The presentation of a value in one line. */
export type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'text' | 'code' | 'number'; readonly text: string; readonly hint?: string }
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'list'; readonly entries: readonly string[]; readonly more: number }
  | { readonly kind: 'colour'; readonly text: string; readonly colour: string }
  | { readonly kind: 'stars'; readonly full: number; readonly of: number; readonly text: string };

type Show = (value: unknown, field: Field) => Shown;

const NONE: Shown = { kind: 'none' };
const ENTRIES = 4;

/** The presentation of a field's value in one line, by its interface, otherwise by its type. */
export function shownOf(field: Field, value: unknown): Shown {
  if (value === null || value === undefined || value === '') return NONE;
  const show = BY_INTERFACE[field.interface ?? ''] ?? BY_TYPE[field.type] ?? anything;
  return show(value, field);
}

const text = (value: string, kind: 'text' | 'code' | 'number' = 'text'): Shown => {
  const line = visible(oneLine(value));
  return line === '' ? NONE : { kind, text: line };
};

const anything: Show = (value, field) => {
  if (Array.isArray(value)) return list(value);
  if (typeof value === 'object' && value !== null) return related(value, field);
  if (typeof value === 'boolean') return yesOrNo(value, field);
  return text(String(value));
};

const words =
  (of: (value: string) => string): Show =>
  (value) =>
    text(of(String(value)));

const code: Show = (value) => text(typeof value === 'string' ? value : jsonStart(value), 'code');

/** The beginning of a value as JSON; enormous values are not written completely. */
function jsonStart(value: unknown): string {
  if (Array.isArray(value) && value.length > 100) return JSON.stringify(value.slice(0, 100));
  return JSON.stringify(value) ?? '';
}

const numeric: Show = (value, { options }) =>
  text(options.localized === true ? localised(String(value)) : String(value), 'number');

const yesOrNo: Show = (value, { options }) => {
  const isOn = value === true || value === 1 || value === '1' || value === 'true';
  const label = isOn ? (options.textActive ?? options.labelOn) : (options.textInactive ?? options.labelOff);
  return text(typeof label === 'string' && label !== '' ? label : t(isOn ? 'common.yes' : 'common.no'));
};

const chosen: Show = (value, { options }) =>
  Array.isArray(value) ? listOfChoices(value, { options } as Field) : text(labelOfChoice(choicesOf(options), value));

const listOfChoices: Show = (value, { options }) => {
  const choices = choicesOf(options);
  return list(entriesOf(value).map((entry) => labelOfChoice(choices, entry)));
};

const entries: Show = (value) => list(entriesOf(value));

const entriesOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : String(value).slice(0, 4000).split(',')).filter((entry) => entry !== '');

function list(values: readonly unknown[]): Shown {
  const plain = values.filter((value) => typeof value !== 'object');
  if (values.length === 0) return NONE;
  if (plain.length < values.length) return { kind: 'text', text: t('editors.entries', { count: values.length }) };
  const shown = plain.slice(0, ENTRIES).map((value) => visible(oneLine(String(value))));
  return { kind: 'list', entries: shown, more: plain.length - shown.length };
}

const status: Show = (value, field) => {
  const found = statusesOf(field).find((each) => each.value === String(value));
  return found ? { kind: 'status', status: found } : text(String(value));
};

const date: Show = (value) => {
  const clock = clockOf(`${String(value).slice(0, 10)} 00:00:00`);
  return clock ? { kind: 'number', text: day(clock) } : text(String(value));
};

/** A local date and time as stored, whatever the reader's zone. Those of system collections are in UTC. */
const dateAndTime: Show = (value, field) => {
  const written = String(value);
  if (/[zZ]$|\d[+-]\d\d:?\d\d$/.test(written)) return instant(value, field);
  if (field.collection.startsWith('directus_')) return instant(`${written.replace(' ', 'T')}Z`, field);
  return clockOf(written) ? { kind: 'number', text: dayAndTimeIn(written), hint: written } : text(written);
};

/** A moment in the reader's zone, with the exact moment as a tooltip. */
const instant: Show = (value) => {
  const at = moment(String(value));
  if (Number.isNaN(at.getTime())) return text(String(value));
  return { kind: 'number', text: dayAndTime(at), hint: String(value) };
};

const time: Show = (value, { options }) => text(asTime(String(value), options), 'number');

const colour: Show = (value) => {
  const parsed = parseColour(String(value));
  return parsed ? { kind: 'colour', text: String(value), colour: parsed.css } : text(String(value), 'code');
};

const rating: Show = (value, { options }) => {
  const of = Math.min(Math.max(Math.round(Number(options.max_stars ?? 5)) || 5, 1), 20);
  const full = Math.round(Number(value));
  if (Number.isNaN(full) || options.display === 'number') return text(`${value} / ${of}`, 'number');
  return {
    kind: 'stars',
    full: Math.min(Math.max(full, 0), of),
    of,
    text: t('editors.rating.of', { value: String(value), of }),
  };
};

const measured: Show = (value, { options }) =>
  text(typeof options.unit === 'string' ? `${value} ${options.unit}` : String(value), 'number');

const size: Show = (value) => text(bytes(Number(value)), 'number');
const secret: Show = () => ({ kind: 'text', text: '••••••••' });

const place: Show = (value) => {
  const { lat, lng } = value as { readonly lat?: unknown; readonly lng?: unknown };
  return typeof lat === 'number' && typeof lng === 'number'
    ? text(`${lat}, ${lng}`, 'number')
    : code(value, {} as Field);
};

const rows: Show = (value, field) => {
  if (typeof value !== 'object' || value === null) return code(value, field);
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return count === 0 ? NONE : { kind: 'text', text: t('editors.entries', { count }) };
};

const related: Show = (value, { options, relation }) => {
  if (!relation) return code(value, {} as Field);
  const template = typeof options.template === 'string' ? parseTemplate(options.template).render(value) : '';
  const row = value as Readonly<Record<string, unknown>>;
  const person = [row.first_name, row.last_name].filter(Boolean).join(' ');
  return text(
    template || person || String(row.title ?? row.name ?? row.filename_download ?? row.email ?? row.id ?? ''),
  );
};

const bits: Show = (value) => text(t('editors.binary', { size: bytes(Math.floor((String(value).length * 3) / 4)) }));

const BY_INTERFACE: Readonly<Record<string, Show>> = {
  'button-group': chosen,
  'color-palette': colour,
  'file-size': size,
  'key-value': rows,
  'radio-buttons': chosen,
  '2fa-secret': secret,
  checkboxes: listOfChoices,
  code,
  color: colour,
  dropdown: chosen,
  hashed: secret,
  map: place,
  markdown: words(wordsOfMarkdown),
  multiselect: listOfChoices,
  numeric,
  password: secret,
  rating,
  repeater: rows,
  slider: measured,
  tags: entries,
  wysiwyg: words(wordsOfHtml),
};

const BY_TYPE: Readonly<Record<string, Show>> = {
  array: entries,
  binary: bits,
  boolean: yesOrNo,
  date,
  datetime: dateAndTime,
  datetime_created: instant,
  datetime_updated: instant,
  decimal: numeric,
  hash: secret,
  integer: numeric,
  json: code,
  sort: numeric,
  status,
  time,
};

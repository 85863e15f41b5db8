import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Values } from './form.ts';

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'float', 'numeric', 'sort']);
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SHAPES: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(:\d\d)?$/,
  datetime: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
};

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What is wrong with a typed value; null if nothing is. Patterns and missing values are checked elsewhere. */
export function faultOf(field: Field, value: unknown): string | null {
  if (isEmpty(value) || field.relation) return null;
  if (NUMBERS.has(field.type)) return numberFault(field, value);
  if (typeof value !== 'string') return null;
  return shapeFault(field, value) ?? lengthFault(field, value);
}

function numberFault(field: Field, value: unknown): string | null {
  const amount = typeof value === 'number' ? value : Number(value);
  if (Number.isNaN(amount) || (typeof value === 'string' && value.trim() === '')) return t('item.error.number');
  if (field.type === 'integer' && !Number.isInteger(amount)) return t('item.error.whole');
  const [low, high] = [limit(field.options.min), limit(field.options.max)];
  if (low !== null && amount < low) return t('item.error.least', { low });
  return high !== null && amount > high ? t('item.error.most', { high }) : null;
}

function limit(option: unknown): number | null {
  if (option === null || option === undefined || option === '') return null;
  return Number.isFinite(Number(option)) ? Number(option) : null;
}

function shapeFault(field: Field, value: string): string | null {
  if (field.validation === '$email' && !EMAIL.test(value)) return t('item.error.email');
  const shape = SHAPES[field.type];
  return shape && !shape.test(value) ? t(`item.error.${field.type}`) : null;
}

function lengthFault({ length, type }: Field, value: string): string | null {
  if (length === null || type === 'hash') return null;
  const count = [...value].length;
  return count > length ? t('item.error.long', { count: count - length, max: length }) : null;
}

/** Fields that lack a required value, for an item of a status. */
export function missingFields(collection: Collection, values: Values, edits: Values, isNew: boolean): Field[] {
  if (isLax(collection, values)) return [];
  return collection.fields.filter((field) => {
    if (!field.isRequired) return false;
    if (field.isAlias) return isNew && isEmpty(edits[field.name]);
    if (AUTOMATIC.has(field.type)) return false;
    return isEmpty(values[field.name]) && (field.name in edits || isNew) && !(isNew && hasOwnDefault(field, edits));
  });
}

const AUTOMATIC: ReadonlySet<string> = new Set([
  'owner',
  'user_created',
  'user_updated',
  'datetime_created',
  'datetime_updated',
]);

/** The server fills in a default if nothing is sent. */
const hasOwnDefault = ({ name, defaultValue }: Field, edits: Values): boolean =>
  defaultValue !== null && !(name in edits);

interface Mapped {
  readonly required_fields?: boolean;
}

/** If only some statuses need the required fields, items of the others may lack them. */
function isLax({ status }: Collection, values: Values): boolean {
  const mapping = (status?.options.status_mapping ?? {}) as Readonly<Record<string, Mapped>>;
  const asks = Object.values(mapping).some((mapped) => mapped?.required_fields);
  return asks && status !== null && !mapping[String(values[status.name])]?.required_fields;
}

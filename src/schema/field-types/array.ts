import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { FieldType } from '../field.ts';

const members = (value: unknown): unknown[] => (isRecord(value) ? Object.values(value) : (value as unknown[]));
const isText = (member: unknown): boolean => typeof member !== 'object' || member === null;

const isList = (value: unknown): boolean => typeof value === 'object' && members(value).every(isText);
const joined = (value: unknown): string =>
  members(value)
    .map((member) => asText(member ?? ''))
    .join(',');

/** A list of texts, stored comma-separated; null reads as the empty list. */
export const array: FieldType = {
  name: 'array',
  column: true,
  structured: true,
  validate: (value) => (isList(value) ? undefined : violation.type('array')),
  store: joined,
  defaultOf: (value) => (isList(value) ? joined(value) : undefined),
  read: (stored) => (stored === null || stored === '' ? [] : String(stored).split(',')),
  form: { of: 'text', as: 'list' },
};

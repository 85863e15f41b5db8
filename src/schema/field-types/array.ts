import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { FieldType } from '../field.ts';

const members = (value: unknown): unknown[] => (isRecord(value) ? Object.values(value) : (value as unknown[]));
const isText = (member: unknown): boolean => typeof member !== 'object' || member === null;

/** A list of texts, stored comma-separated; null reads as the empty list. */
export const array: FieldType = {
  name: 'array',
  column: true,
  structured: true,
  validate: (value) =>
    typeof value === 'object' && members(value).every(isText) ? undefined : violation.type('array'),
  store: (value) =>
    members(value)
      .map((member) => asText(member ?? ''))
      .join(','),
  read: (stored) => (stored === null || stored === '' ? [] : String(stored).split(',')),
  form: { of: 'text', as: 'list' },
};

import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { FieldType } from '../field-type.ts';

const members = (value: unknown): unknown[] => (isRecord(value) ? Object.values(value) : (value as unknown[]));

/** A list of texts, stored with commas between them; null reads as the empty list. */
export const array: FieldType = {
  name: 'array',
  column: true,
  structured: true,
  validate: (value) => (typeof value === 'object' ? undefined : violation.type('array')),
  store: (value) => members(value).join(','),
  read: (stored) => (stored === null || stored === '' ? [] : String(stored).split(',')),
};

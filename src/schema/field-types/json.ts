import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { FieldType } from '../field.ts';
import type { Stored } from '../stored.ts';

const EMPTY_OBJECT = /\{\s*\}/;
const asList = (_key: string, value: unknown): unknown =>
  isRecord(value) && Object.keys(value).length === 0 ? [] : value;

function decode(stored: Stored): unknown {
  if (stored === null || stored === '') return null;
  const text = String(stored);
  try {
    return EMPTY_OBJECT.test(text) ? JSON.parse(text, asList) : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * An object or a list, stored as JSON text. Text that is not JSON reads as null. An empty object reads as an empty
 * list, because clients have always received one. (Contract, T-7.)
 */
export const json: FieldType = {
  name: 'json',
  column: true,
  structured: true,
  validate: (value) => (typeof value === 'object' ? undefined : violation.type('json')),
  store: (value) => JSON.stringify(value),
  read: decode,
};

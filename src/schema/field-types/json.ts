import { violation } from '../../errors/violations.ts';
import type { FieldType, Stored } from '../field-type.ts';

function decode(stored: Stored): unknown {
  if (stored === null || stored === '') return null;
  try {
    return JSON.parse(String(stored));
  } catch {
    return null;
  }
}

/** An object or a list, stored as JSON text; text that is no JSON reads as null. */
export const json: FieldType = {
  name: 'json',
  column: true,
  structured: true,
  validate: (value) => (typeof value === 'object' ? undefined : violation.type('json')),
  store: (value) => JSON.stringify(value),
  read: decode,
};

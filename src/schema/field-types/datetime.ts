import { violation } from '../../errors/violations.ts';
import { parseDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import type { FieldType } from '../field.ts';
import type { Stored } from '../stored.ts';

/** Why a value is not a date-time; undefined if it is one. The empty text counts as null. */
export function validateDatetime(value: unknown): string | undefined {
  if (typeof value !== 'string') return violation.type('string');
  return value === '' || parseDatetime(value) !== undefined ? undefined : violation.datetime;
}

/** The UTC form in which a date-time is stored. */
export function storeDatetime(value: unknown): Stored {
  return parseDatetime(asText(value)) ?? null;
}

/** A date and time without a zone. */
export const datetime: FieldType = {
  name: 'datetime',
  column: true,
  validate: validateDatetime,
  store: storeDatetime,
};

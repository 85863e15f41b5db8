import { violation } from '../../errors/violations.ts';
import { isCalendarDate } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import type { FieldType } from '../field.ts';

/** A day, as `YYYY-MM-DD`; the empty text means null. */
export const date: FieldType = {
  name: 'date',
  column: true,
  validate(value) {
    if (typeof value !== 'string') return violation.type('string');
    return value === '' || isCalendarDate(value) ? undefined : violation.date;
  },
  store: (value) => (value === '' ? null : asText(value)),
};

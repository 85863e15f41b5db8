import { violation } from '../../errors/violations.ts';
import { isTimeOfDay } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import type { FieldType } from '../field.ts';

/** A time of day, as `HH:MM:SS`; the empty text means null. */
export const time: FieldType = {
  name: 'time',
  column: true,
  validate(value) {
    if (typeof value !== 'string') return violation.type('string');
    return value === '' || isTimeOfDay(value) ? undefined : violation.time;
  },
  store: (value) => (value === '' ? null : asText(value)),
};

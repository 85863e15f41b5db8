import { isoDatetime } from '../../shared/datetime.ts';
import type { FieldType } from '../field.ts';
import { storeDatetime, validateDatetime } from './datetime.ts';

/** When the item was created; returned as ISO 8601 in UTC. */
export const datetimeCreated: FieldType = {
  name: 'datetime_created',
  column: true,
  single: true,
  automatic: true,
  validate: validateDatetime,
  store: storeDatetime,
  read: (stored) => (typeof stored === 'string' ? isoDatetime(stored) : null),
  onCreate: ({ now }) => now,
};

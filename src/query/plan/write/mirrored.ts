import type { Field } from '../../../schema/field.ts';
import { storedText } from '../../../schema/stored-text.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { slugify } from '../../../shared/slug.ts';
import { type Payload, sentIn } from './payload.ts';

/** More than a column for short texts can hold. Making a slug of many megabytes would take seconds. */
const MAX_CHARACTERS = 100_000;

/** The slug that a field that is not sent takes from the field that it mirrors; undefined if there is none. (Contract, T-50.) */
export function mirrored(field: Field, payload: Payload): string | undefined {
  const options = field.row?.options;
  if (field.type.name !== 'slug' || !isRecord(options) || typeof options.mirroredField !== 'string') return undefined;
  const source = sentIn(payload, options.mirroredField);
  if (source === undefined) return undefined;
  return slugify(storedText(source ?? '').slice(0, MAX_CHARACTERS), options.forceLowercase !== false);
}
